package io.evenkeel.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Holds the project to the tables of {@code docs/design.md} and to what {@code docs/style.md} forbids. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ArchitectureTest {

    private static final int MAX_LINES = 800;
    private static final ClassFileImporter WRITTEN_BY_PEOPLE =
            new ClassFileImporter().withImportOption(location -> !location.contains("/jmh_generated/"));

    private final SourceTree tree = SourceTree.ofTheProject();
    private final Map<String, JavaClasses> classesOfModule = new TreeMap<>();
    private JavaClasses classes = new ClassFileImporter().importPaths(List.of());

    @BeforeAll
    void readClasses() {
        List<Path> directories = new ArrayList<>();
        for (String module : SourceTree.MODULES) {
            Path directory = tree.classes(module);
            if (Files.isDirectory(directory)) {
                directories.add(directory);
                classesOfModule.put(module, WRITTEN_BY_PEOPLE.importPath(directory));
            }
        }
        classes = WRITTEN_BY_PEOPLE.importPaths(directories);
        assertThat(classes).as("compiled classes below " + tree.root()).hasSizeGreaterThan(50);
    }

    @Test
    void buildFilesFollowTheModuleTable() throws IOException {
        List<String> problems = new ArrayList<>();
        for (String module : SourceTree.MODULES) {
            problems.addAll(BuildFile.read(module, tree.buildFile(module)).problems(ModuleTable.ofTheProject()));
        }
        assertThat(problems).isEmpty();
    }

    @Test
    void classesFollowTheModuleTable() {
        Map<String, String> moduleOfClass = new TreeMap<>();
        classesOfModule.forEach((module, own) -> own.forEach(type -> moduleOfClass.put(type.getName(), module)));
        ModuleTable table = ModuleTable.ofTheProject();
        Set<String> problems = new TreeSet<>();
        classesOfModule.forEach((module, own) -> {
            for (JavaClass user : own) {
                for (Dependency dependency : user.getDirectDependenciesFromSelf()) {
                    String used =
                            dependency.getTargetClass().getBaseComponentType().getName();
                    String other = moduleOfClass.getOrDefault(used, module);
                    if (!other.equals(module) && !table.allows(module, other, "compile")) {
                        problems.add(user.getName() + " of " + module + " uses " + used + " of " + other);
                    }
                }
            }
        });
        assertThat(problems).isEmpty();
    }

    @Test
    void noPackageIsSplitOverTwoModules() {
        Map<String, Set<String>> modulesOfPackage = new TreeMap<>();
        classesOfModule.forEach((module, own) -> own.forEach(type -> modulesOfPackage
                .computeIfAbsent(type.getPackageName(), name -> new TreeSet<>())
                .add(module)));
        assertThat(modulesOfPackage)
                .allSatisfy((name, modules) -> assertThat(modules).as(name).hasSize(1));
    }

    @Test
    void packagesFollowTheTable() {
        Rules.packagesFollow(PackageTable.ofTheProject()).check(classes);
    }

    @Test
    void theTableItselfHasNoCircle() {
        assertThat(PackageTable.ofTheProject().circle()).isEmpty();
    }

    @Test
    void noPackageReachesItself() {
        Rules.noPackageCycles("io.evenkeel").check(classes);
    }

    @Test
    void unsafeIsNotUsed() {
        Rules.unused("sun.misc.Unsafe").check(classes);
    }

    @Test
    void filesArePaths() {
        Rules.onlyUsedIn("java.io.File", "io.evenkeel.scheduler.launcher").check(classes);
    }

    @Test
    void servicesAreLoadedAtTheCompositionRootsOnly() {
        // The launcher, the session builder, the runner that puts executors together, the command that reads data files
        // of any format, and benchmarks of parts.
        Rules.onlyUsedIn(
                        "java.util.ServiceLoader",
                        "io.evenkeel.scheduler.launcher",
                        "io.evenkeel.dataset",
                        "io.evenkeel.scheduler.local",
                        "io.evenkeel.skew.diagnosis",
                        "io.evenkeel.perf")
                .check(classes);
    }

    @Test
    void staticFieldsAreConstants() {
        Rules.noStaticMutableFields().check(classes);
    }

    @Test
    void namesSayWhatAThingIs() {
        Rules.noEmptyNames().check(classes);
        Rules.noEmptyPackageNames().check(classes);
    }

    @Test
    void filesAreShort() {
        assertThat(tree.filesLongerThan(MAX_LINES)).isEmpty();
    }

    @Test
    void packagesAreNullMarked() {
        assertThat(tree.packagesNotNullMarked()).isEmpty();
    }
}
