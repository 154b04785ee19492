package io.evenkeel.reference;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.evenkeel.config.Setting;
import io.evenkeel.config.SettingCatalog;
import io.evenkeel.config.SettingGroup;
import io.evenkeel.scheduler.launcher.ConfigurationPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The catalog of settings is whole, and {@code docs/configuration.md} says what it says. */
final class SettingsTest {

    private final SettingCatalog catalog = SettingCatalog.of(ServiceLoader.load(SettingGroup.class));

    @Test
    void theReferencePageIsUpToDate() throws IOException {
        Path page = Path.of(System.getProperty("evenkeel.root", ""), "docs", "configuration.md");

        assertThat(Files.readString(page))
                .as("docs/configuration.md is out of date; write it anew with"
                        + " 'bin/evenkeel config --markdown > docs/configuration.md'")
                .isEqualTo(ConfigurationPage.of(catalog));
    }

    @Test
    void everyDeclaredSettingIsInTheCatalog() throws ReflectiveOperationException {
        Set<String> missing = new TreeSet<>();
        int declared = 0;
        for (JavaClass type : new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .withImportOption(location -> !location.contains("-tests.jar"))
                .importPackages("io.evenkeel")) {
            for (JavaField field : type.getFields()) {
                if (field.getModifiers().contains(JavaModifier.STATIC)
                        && field.getRawType().isEquivalentTo(Setting.class)) {
                    declared++;
                    java.lang.reflect.Field constant = field.reflect();
                    constant.setAccessible(true);
                    Setting<?> setting = (Setting<?>) constant.get(null);
                    if (setting != null && catalog.find(setting.key()).isEmpty()) {
                        missing.add(field.getFullName() + " (" + setting.key() + ")");
                    }
                }
            }
        }
        assertThat(missing).as("settings that no SettingGroup service lists").isEmpty();
        assertThat(catalog.settings()).hasSize(declared);
    }

    @Test
    void everyDefaultIsAValidValue() {
        for (Setting<?> setting : catalog.settings()) {
            assertThat(setting.defaultValue()).as(setting.key()).isNotNull();
            assertThat(setting.description()).as(setting.key()).endsWith(".");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "shuffle.file.buffer",
                "reducer.maxSizeInFlight",
                "shuffle.io.maxRetries",
                "shuffle.io.retryWait",
                "shuffle.memoryFraction",
                "storage.memoryFraction",
                "shuffle.manager",
                "shuffle.sort.bypassMergeThreshold",
                "shuffle.consolidateFiles",
                "memory.useLegacyMode",
                "memory.fraction",
                "memory.storageFraction",
                "memory.offHeap.enabled",
                "memory.offHeap.size",
                "default.parallelism",
                "executor.instances",
                "executor.memory",
                "executor.cores",
                "driver.memory",
                "task.maxFailures",
                "kryo.registrationRequired"
            })
    void theNamesOfTheTuningGuidesAreKnown(String name) {
        assertThat(catalog.find("spark." + name)).as("spark." + name).isPresent();
        assertThat(List.of(catalog.find("spark." + name), catalog.find("evenkeel." + name)))
                .as("both names of " + name + " mean one setting")
                .containsOnly(catalog.find("spark." + name));
    }
}
