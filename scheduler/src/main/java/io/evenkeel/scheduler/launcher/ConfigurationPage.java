package io.evenkeel.scheduler.launcher;

import io.evenkeel.config.Setting;
import io.evenkeel.config.SettingCatalog;
import java.util.List;
import java.util.stream.Collectors;

/** Writes the reference page of all settings, {@code docs/configuration.md}. Immutable. */
public final class ConfigurationPage {

    private static final String HEAD = """
            # Settings

            This page is generated from the settings that the components declare; `bin/evenkeel config --markdown` prints it.

            What is set in code wins over flags, flags over `--conf`, `--conf` over the file of `--properties-file`, and that
            over `conf/evenkeel-defaults.conf`. Files are in the format of `java.util.Properties`, in UTF-8: `key=value`,
            `key: value` or `key value`. A key that is not on this page is an error; so are a key and its other name with
            different values in one place. `bin/evenkeel config` prints what holds and where it comes from,
            `bin/evenkeel config KEY` explains one setting.
            """;

    private ConfigurationPage() {}

    /** The page, in Markdown, with a line feed at the end of each line. */
    public static String of(SettingCatalog catalog) {
        StringBuilder page = new StringBuilder(HEAD);
        catalog.groups().forEach((group, settings) -> {
            page.append("\n## ").append(group).append("\n\n");
            page.append("| setting | default | value | meaning |\n| --- | --- | --- | --- |\n");
            settings.forEach(setting -> page.append(row(setting)));
        });
        return page.toString();
    }

    private static String row(Setting<?> setting) {
        String names = List.of(List.of(setting.key()), setting.aliases()).stream()
                .flatMap(List::stream)
                .map(name -> "`" + name + "`")
                .collect(Collectors.joining("<br>"));
        String defaultText = setting.defaultText().isEmpty() ? "" : "`" + setting.defaultText() + "`";
        String meaning = setting.description() + (setting.idleInLocalMode() ? " No effect in `local[N]`." : "");
        return "| " + names + " | " + cell(defaultText) + " | " + cell(setting.form()) + " | " + cell(meaning) + " |\n";
    }

    /** A bar would end the cell. */
    private static String cell(String text) {
        return text.replace("|", "\\|");
    }
}
