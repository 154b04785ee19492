package io.evenkeel.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.util.List;

/** What holds for compiled classes, whatever module they are in. */
final class Rules {

    private static final String ROOT = "io.evenkeel";

    /** Types whose very purpose is to change: a static field of one is state that everybody shares. */
    private static final List<String> MUTABLE_TYPES = List.of(
            "java.util.concurrent.atomic.",
            "java.util.concurrent.locks.",
            "java.lang.ThreadLocal",
            "java.lang.StringBuilder",
            "java.util.Random",
            "java.util.ArrayList",
            "java.util.ArrayDeque",
            "java.util.LinkedList",
            "java.util.HashMap",
            "java.util.LinkedHashMap",
            "java.util.TreeMap",
            "java.util.HashSet",
            "java.util.LinkedHashSet",
            "java.util.TreeSet",
            "java.util.WeakHashMap",
            "java.util.IdentityHashMap",
            "java.util.concurrent.Concurrent",
            "java.util.concurrent.CopyOnWrite");

    private Rules() {}

    /** Packages use each other as the table says. */
    static ArchRule packagesFollow(PackageTable table) {
        return ArchRuleDefinition.classes()
                .that()
                .resideInAPackage(ROOT + "..")
                .should(new ArchCondition<JavaClass>("use packages as the table of PackageTable says") {
                    @Override
                    public void check(JavaClass user, ConditionEvents events) {
                        for (Dependency dependency : user.getDirectDependenciesFromSelf()) {
                            JavaClass used = dependency.getTargetClass().getBaseComponentType();
                            if (used.getPackageName().startsWith(ROOT)) {
                                table.problem(user.getPackageName(), used.getPackageName())
                                        .ifPresent(problem -> events.add(SimpleConditionEvent.violated(
                                                dependency, problem + ": " + dependency.getDescription())));
                            }
                        }
                    }
                });
    }

    /** No package reaches itself through others. */
    static ArchRule noPackageCycles(String root) {
        return slices().matching(root + ".(**)").should().beFreeOfCycles();
    }

    /** Nothing uses a class, except in a package. */
    static ArchRule onlyUsedIn(String className, String... packages) {
        return noClasses()
                .that()
                .resideOutsideOfPackages(packages)
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName(className)
                .as(className + " is used only in " + List.of(packages));
    }

    /** Nothing uses a class. */
    static ArchRule unused(String className) {
        return noClasses().should().dependOnClassesThat().haveFullyQualifiedName(className);
    }

    /** Static fields are constants: final, and of no type whose purpose is to change. */
    static ArchRule noStaticMutableFields() {
        return fields().that(DescribedPredicate.describe("are static and written by people", Rules::isStatic))
                .should(new ArchCondition<JavaField>("be final and of an immutable type") {
                    @Override
                    public void check(JavaField field, ConditionEvents events) {
                        if (!field.getModifiers().contains(JavaModifier.FINAL)) {
                            events.add(SimpleConditionEvent.violated(field, field.getFullName() + " is not final"));
                        }
                        if (isMutableType(field)) {
                            events.add(SimpleConditionEvent.violated(
                                    field,
                                    field.getFullName() + " is a "
                                            + field.getRawType().getName() + ", which changes"));
                        }
                    }
                })
                .allowEmptyShould(true);
    }

    private static boolean isStatic(JavaField field) {
        return field.getModifiers().contains(JavaModifier.STATIC)
                && !field.getModifiers().contains(JavaModifier.SYNTHETIC);
    }

    /** An array counts unless it is private: a table of constants that nobody else can write to. */
    private static boolean isMutableType(JavaField field) {
        if (field.getRawType().isArray()) {
            return !field.getModifiers().contains(JavaModifier.PRIVATE);
        }
        String type = field.getRawType().getName();
        return MUTABLE_TYPES.stream().anyMatch(type::startsWith);
    }

    /** Classes are named after what they are. */
    static ArchRule noEmptyNames() {
        return noClasses().should().haveNameMatching(".*(Utils?|Helpers?|Impl)(\\$.*)?");
    }

    /** Packages are named after what they hold. */
    static ArchRule noEmptyPackageNames() {
        return noClasses().should().resideInAnyPackage("..util..", "..utils..", "..common..", "..misc..", "..helper..");
    }
}
