package io.evenkeel.scheduler.launcher;

import io.evenkeel.config.ResolvedConfiguration;
import io.evenkeel.config.Setting;
import java.io.PrintStream;

/** Prints settings. Confined to the launcher's main thread. */
final class ConfigurationReport {

    private final Surroundings surroundings;
    private final RunRequest request;

    ConfigurationReport(Surroundings surroundings, RunRequest request) {
        this.surroundings = surroundings;
        this.request = request;
    }

    /**
     * Prints the reference page, or the setting that the operand names, or all.
     *
     * @throws LaunchException if there is no such setting
     */
    ExitCode print(boolean referencePage) {
        if (request.operands().size() > 1) {
            throw new LaunchException(
                    ExitCode.WRONG_USAGE, "one key at a time, not " + String.join(" ", request.operands()));
        }
        if (referencePage) {
            surroundings.out().print(ConfigurationPage.of(surroundings.catalog()));
            return ExitCode.DONE;
        }
        ResolvedConfiguration resolved = request.resolve(surroundings);
        if (request.operands().isEmpty()) {
            printAll(resolved);
        } else {
            printOne(request.operands().get(0), resolved);
        }
        return ExitCode.DONE;
    }

    private void printAll(ResolvedConfiguration resolved) {
        surroundings.catalog().groups().forEach((group, settings) -> {
            surroundings.out().println("# " + group);
            settings.forEach(setting -> surroundings.out().println(line(setting, resolved)));
            surroundings.out().println();
        });
    }

    private void printOne(String name, ResolvedConfiguration resolved) {
        Setting<?> setting = surroundings
                .catalog()
                .find(name)
                .orElseThrow(() -> new LaunchException(
                        ExitCode.WRONG_USAGE,
                        "unknown setting '" + name + "'; the nearest known one is '"
                                + surroundings.catalog().nearest(name) + "', and 'evenkeel config' lists all"));
        PrintStream out = surroundings.out();
        out.println(line(setting, resolved));
        out.println();
        out.println(setting.description());
        if (setting.idleInLocalMode()) {
            out.println("Accepted, but without effect in local[N].");
        }
        out.println("Value: " + setting.form());
        out.println("Default: " + (setting.defaultText().isEmpty() ? "empty" : setting.defaultText()));
        if (!setting.aliases().isEmpty()) {
            out.println("Also known as: " + String.join(", ", setting.aliases()));
        }
    }

    private static String line(Setting<?> setting, ResolvedConfiguration resolved) {
        String value = resolved.configuration().values().getOrDefault(setting.key(), setting.defaultText());
        String origin = resolved.originOf(setting).orElse("default");
        return setting.key() + "=" + value + "  (" + origin + ")";
    }
}
