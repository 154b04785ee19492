package io.evenkeel.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

final class SettingCatalogTest {

    private record Group(String name, List<Setting<?>> settings) implements SettingGroup {}

    @Test
    void findsByKeyAndAlias() {
        SettingCatalog catalog = SettingCatalog.of(List.of(new ApplicationSettingGroup()));

        assertThat(catalog.find("spark.app.name")).containsSame(ApplicationSettings.NAME);
        assertThat(catalog.find("evenkeel.app.name")).containsSame(ApplicationSettings.NAME);
        assertThat(catalog.find("app.name")).isEmpty();
    }

    @Test
    void refusesANameThatMeansTwoSettings() {
        Setting<Boolean> first = Setting.flag("evenkeel.a", true, "A.").withAliases("spark.x");
        Setting<Boolean> second = Setting.flag("evenkeel.b", true, "B.").withAliases("spark.x");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> SettingCatalog.of(List.of(new Group("g", List.of(first, second)))))
                .withMessageContaining("spark.x")
                .withMessageContaining("evenkeel.a")
                .withMessageContaining("evenkeel.b");
    }

    @Test
    void refusesAKeyOutsideTheFamily() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        SettingCatalog.of(List.of(new Group("g", List.of(Setting.flag("spark.a", true, "A."))))))
                .withMessageContaining("spark.a");
    }

    @Test
    void joinsGroupsOfOneNameInAnOrderThatDoesNotDependOnTheServices() {
        Group late = new Group("Z", List.of(Setting.flag("evenkeel.z", true, "Z.")));
        SettingCatalog one = SettingCatalog.of(List.of(late, new ApplicationSettingGroup()));
        SettingCatalog other = SettingCatalog.of(List.of(new ApplicationSettingGroup(), late));

        assertThat(one.groups()).isEqualTo(other.groups());
        assertThat(one.groups().keySet()).containsExactly("Application", "Z");
        assertThat(one.settings())
                .extracting(Setting::key)
                .isSorted()
                .contains("evenkeel.z")
                .hasSize(4);
    }
}
