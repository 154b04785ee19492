package io.evenkeel.scheduler.launcher;

import io.evenkeel.command.Command;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The commands and flags of the command line. The start script finds memory settings by the same rules before Java
 * starts: a flag added here is added there.
 */
final class CommandGrammar {

    static final String SUBMIT = "submit";
    static final String EXAMPLE = "example";
    static final String CONFIG = "config";

    static final String HELP = "--help";
    static final String VERSION = "--version";
    static final String VERBOSE = "--verbose";
    static final String CONF = "--conf";
    static final String PROPERTIES_FILE = "--properties-file";
    static final String CLASS = "--class";
    static final String LIST = "--list";
    static final String MARKDOWN = "--markdown";

    private CommandGrammar() {}

    /**
     * A parser for one command line.
     *
     * @param commands the subcommands that modules bring along: listed here, but they read their arguments themselves
     */
    static CommandLine create(List<Command> commands) {
        CommandSpec evenkeel = command("evenkeel")
                .addSubcommand(SUBMIT, submit())
                .addSubcommand(EXAMPLE, example())
                .addSubcommand(CONFIG, config());
        for (Command command : commands) {
            CommandSpec spec = CommandSpec.create().name(command.name());
            spec.usageMessage().description(command.summary());
            evenkeel.addSubcommand(command.name(), spec);
        }
        evenkeel.usageMessage()
                .description("Runs batch programs on the Evenkeel engine.")
                .footer(
                        "",
                        "'evenkeel COMMAND --help' says more.",
                        "",
                        "Exit codes: 0 done, 1 job failed, 2 wrong usage, 3 class or jar not found, 130 or 143 interrupted.");
        CommandLine line = new CommandLine(evenkeel);
        // What follows the program's name belongs to the program, whatever it looks like.
        line.setStopAtPositional(true);
        line.setExpandAtFiles(false);
        line.setPosixClusteredShortOptionsAllowed(false);
        line.setOverwrittenOptionsAllowed(true);
        line.setInterpolateVariables(false);
        CommandLine.tracer().setLevel(CommandLine.TraceLevel.OFF);
        return line;
    }

    private static CommandSpec submit() {
        CommandSpec spec = command(SUBMIT);
        addRunFlags(spec);
        spec.addOption(
                value(CLASS, "NAME", "Main class of the application jar, when its manifest names none or another."));
        spec.usageMessage()
                .customSynopsis("evenkeel submit [FLAGS] APP_JAR|EXAMPLE [ARGUMENTS]")
                .description("Runs the main class of an application jar, or an example, and waits for it.")
                .footer("", "Everything after APP_JAR or EXAMPLE is passed on as it is.");
        return spec.addPositional(operands());
    }

    private static CommandSpec example() {
        CommandSpec spec = command(EXAMPLE);
        addRunFlags(spec);
        spec.addOption(
                OptionSpec.builder(LIST).description("List the examples.").build());
        spec.usageMessage()
                .customSynopsis("evenkeel example [--list] [FLAGS] NAME [ARGUMENTS]")
                .description("Runs a program that comes with the distribution.")
                .footer("", "'evenkeel example NAME --help' says what arguments it takes.");
        return spec.addPositional(operands());
    }

    private static CommandSpec config() {
        CommandSpec spec = command(CONFIG);
        addConfigurationSources(spec);
        spec.addOption(OptionSpec.builder(MARKDOWN)
                .description("Print the reference page of all settings.")
                .build());
        spec.usageMessage()
                .customSynopsis("evenkeel config [FLAGS] [KEY]")
                .description(
                        "Prints all settings with their values and where these come from, or one with its meaning.");
        return spec.addPositional(operands());
    }

    private static CommandSpec command(String name) {
        CommandSpec spec = CommandSpec.create().name(name);
        spec.addOption(OptionSpec.builder("-h", HELP)
                .usageHelp(true)
                .description("Print this help.")
                .build());
        spec.addOption(OptionSpec.builder(VERSION)
                .versionHelp(true)
                .description("Print the version.")
                .build());
        spec.usageMessage().sortOptions(false).sortSynopsis(false);
        return spec;
    }

    private static void addRunFlags(CommandSpec spec) {
        for (SettingFlag flag : SettingFlag.values()) {
            spec.addOption(
                    flag.isSwitch()
                            ? OptionSpec.builder(flag.flag())
                                    .description(flag.description())
                                    .build()
                            : value(flag.flag(), flag.label(), flag.description()));
        }
        addConfigurationSources(spec);
        spec.addOption(OptionSpec.builder(VERBOSE)
                .description("Tell what is run with which settings, and print whole stack traces.")
                .build());
    }

    private static void addConfigurationSources(CommandSpec spec) {
        spec.addOption(OptionSpec.builder("-c", CONF)
                .paramLabel("KEY=VALUE")
                .arity("1")
                .type(String[].class)
                .description("A setting; can be repeated. 'evenkeel config' lists them.")
                .build());
        spec.addOption(value(PROPERTIES_FILE, "FILE", "A file of settings, below flags and above the defaults file."));
    }

    private static OptionSpec value(String flag, String label, String description) {
        return OptionSpec.builder(flag)
                .paramLabel(label)
                .arity("1")
                .type(String.class)
                .description(description)
                .build();
    }

    private static PositionalParamSpec operands() {
        return PositionalParamSpec.builder()
                .arity("0..*")
                .type(String[].class)
                .hidden(true)
                .build();
    }
}
