package io.evenkeel.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every rule of the architecture fails on something that breaks it. */
final class RulesTest {

    private static final String FIXTURE = "io.evenkeel.architecture.fixture";

    private final JavaClasses fixture = new ClassFileImporter().importPackages(FIXTURE);

    @TempDir
    private Path directory;

    @Test
    void theTableRefusesWhatItDoesNotList() {
        fails(
                Rules.packagesFollow(PackageTable.of("architecture.fixture.one:", "architecture.fixture.two:")),
                "Second");
        fails(Rules.packagesFollow(PackageTable.of("architecture.fixture.one: architecture.fixture.two")), "in no row");
        passes(Rules.packagesFollow(PackageTable.of(
                "architecture.fixture:",
                "architecture.fixture.misc:",
                "architecture.fixture.one: architecture.fixture.two",
                "architecture.fixture.two: architecture.fixture.one")));
        passes(Rules.packagesFollow(PackageTable.of("architecture.fixture.**: architecture.fixture.**")));
    }

    @Test
    void theTableFindsItsOwnCircles() {
        assertThat(PackageTable.of("a: b", "b: c", "c: a").circle()).isPresent();
        assertThat(PackageTable.of("a: b c", "b: c", "c:", "d.**: d.** a").circle())
                .isEmpty();
    }

    @Test
    void cyclesAreFound() {
        fails(Rules.noPackageCycles(FIXTURE), "Cycle");
    }

    @Test
    void usesAreFound() {
        fails(Rules.unused("java.io.File"), "Offender");
        fails(Rules.onlyUsedIn("java.io.File", FIXTURE + ".one"), "Offender");
        passes(Rules.onlyUsedIn("java.io.File", FIXTURE));
        passes(Rules.unused("sun.misc.Unsafe"));
    }

    @Test
    void staticStateIsFound() {
        ArchRule rule = Rules.noStaticMutableFields();

        fails(rule, "Offender.changing is not final");
        fails(rule, "Offender.COUNT is a java.util.concurrent.atomic.AtomicInteger");
        fails(rule, "Offender.SEEN is a java.util.HashMap");
        fails(rule, "Offender.OPEN is a [I");
        assertThat(rule.evaluate(fixture).getFailureReport().toString()).doesNotContain("Offender.FINE");
    }

    @Test
    void emptyNamesAreFound() {
        fails(Rules.noEmptyNames(), "ThingHelper");
        fails(Rules.noEmptyNames(), "TextUtils$Inner");
        assertThat(Rules.noEmptyNames().evaluate(fixture).getFailureReport().toString())
                .doesNotContain("Utility");
    }

    @Test
    void emptyPackageNamesAreFound() {
        fails(Rules.noEmptyPackageNames(), "fixture.misc.Thing");
        assertThat(Rules.noEmptyPackageNames()
                        .evaluate(fixture)
                        .getFailureReport()
                        .toString())
                .doesNotContain("Utility");
    }

    @Test
    void longFilesAndPackagesWithoutMarkAreFound() throws IOException {
        Path source = Files.createDirectories(directory.resolve("perf/peers/src/main/java/io/evenkeel/peers"));
        Files.writeString(source.resolve("Long.java"), "\n".repeat(801));
        Files.writeString(source.resolve("Short.java"), "\n".repeat(800));
        SourceTree tree = SourceTree.at(directory);

        assertThat(tree.filesLongerThan(800)).singleElement().asString().contains("Long.java has 801 lines");
        assertThat(tree.packagesNotNullMarked()).singleElement().asString().contains("io/evenkeel/peers");

        Files.writeString(source.resolve("package-info.java"), "package io.evenkeel.peers;\n");
        assertThat(tree.packagesNotNullMarked()).hasSize(1);
        Files.writeString(source.resolve("package-info.java"), "@NullMarked\npackage io.evenkeel.peers;\n");
        assertThat(tree.packagesNotNullMarked()).isEmpty();
    }

    @Test
    void buildFilesAreHeldToScopes() throws IOException {
        Path pom = Files.writeString(directory.resolve("pom.xml"), """
                <project>
                  <dependencyManagement><dependencies><dependency><groupId>io.evenkeel</groupId>
                    <artifactId>evenkeel-perf</artifactId></dependency></dependencies></dependencyManagement>
                  <dependencies>
                    <dependency><groupId>io.evenkeel</groupId><artifactId>evenkeel-engine-core</artifactId></dependency>
                    <dependency><groupId>io.evenkeel</groupId><artifactId>evenkeel-engine-core</artifactId>
                      <type>test-jar</type><scope>test</scope></dependency>
                    <dependency><groupId>io.evenkeel</groupId><artifactId>evenkeel-shuffle-sort</artifactId>
                      <scope>runtime</scope></dependency>
                    <dependency><groupId>io.evenkeel</groupId><artifactId>evenkeel-shuffle-hash</artifactId></dependency>
                    <dependency><groupId>org.other</groupId><artifactId>evenkeel-examples</artifactId></dependency>
                  </dependencies>
                </project>
                """);

        assertThat(BuildFile.read("scheduler", pom).problems(ModuleTable.ofTheProject()))
                .containsExactly("scheduler must not depend on shuffle-hash at scope compile");
        assertThat(BuildFile.read("shuffle-hash", pom).problems(ModuleTable.ofTheProject()))
                .containsExactly(
                        "shuffle-hash must not depend on shuffle-sort at scope runtime",
                        "shuffle-hash must not depend on shuffle-hash at scope compile");
    }

    private void fails(ArchRule rule, String message) {
        assertThat(rule.evaluate(fixture).getFailureReport().toString()).contains(message);
    }

    private void passes(ArchRule rule) {
        assertThat(rule.evaluate(fixture).hasViolation()).isFalse();
    }
}
