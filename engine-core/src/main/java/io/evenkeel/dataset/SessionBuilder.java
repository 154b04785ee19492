package io.evenkeel.dataset;

import io.evenkeel.codec.CodecSettings;
import io.evenkeel.config.ApplicationSettings;
import io.evenkeel.config.Configuration;
import io.evenkeel.config.ConfigurationLayer;
import io.evenkeel.config.ConfigurationResolver;
import io.evenkeel.config.Master;
import io.evenkeel.config.SettingCatalog;
import io.evenkeel.config.SettingGroup;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.event.ConsoleReport;
import io.evenkeel.event.ConsoleSettings;
import io.evenkeel.event.EventBus;
import io.evenkeel.event.EventListener;
import io.evenkeel.event.log.ApplicationFacts;
import io.evenkeel.event.log.EventLog;
import io.evenkeel.event.log.EventLogSettings;
import io.evenkeel.plan.PlanRunner;
import io.evenkeel.plan.PlanRunnerFactory;
import io.evenkeel.storage.LocalBlockFiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Describes a session. What the program sets here wins over the launcher's flags and files, and these over defaults.
 * Confined to one thread.
 */
public final class SessionBuilder {

    private final Map<String, String> values = new TreeMap<>();
    private final List<EventListener> listeners = new ArrayList<>();
    private @Nullable PlanRunnerFactory runners;

    SessionBuilder() {}

    /** Where jobs run, such as {@code local[2]}; {@code local[*]} if nobody says. */
    public SessionBuilder master(String master) {
        return config(ApplicationSettings.MASTER.key(), master);
    }

    /** The application's name, for people. */
    public SessionBuilder name(String name) {
        return config(ApplicationSettings.NAME.key(), name);
    }

    /** Sets any setting, by its key or one of its aliases. */
    public SessionBuilder config(String key, String value) {
        values.put(key, value);
        return this;
    }

    /**
     * Lets Kryo write a number instead of the name for values of these classes, behind those that were registered before.
     * The order of all of them is part of what is written: programs that exchange files need the same.
     */
    public SessionBuilder registerKryoClasses(Class<?>... classes) {
        String key = CodecSettings.KRYO_CLASSES_TO_REGISTER.key();
        return config(
                key,
                Stream.concat(
                                Stream.ofNullable(values.get(key)).filter(names -> !names.isEmpty()),
                                Arrays.stream(classes).map(Class::getName))
                        .collect(Collectors.joining(",")));
    }

    /** Tells a listener of everything from the start. */
    public SessionBuilder listener(EventListener listener) {
        listeners.add(listener);
        return this;
    }

    /** Runs jobs by this factory's runner and not by one that is found on the class path. */
    public SessionBuilder runners(PlanRunnerFactory factory) {
        runners = factory;
        return this;
    }

    /**
     * Opens the session.
     *
     * @throws EngineException with {@link ErrorCode#INVALID_CONFIGURATION} if a setting is unknown or has a bad value, or
     *     nothing on the class path runs jobs where the master says
     */
    public EngineSession build() {
        ClassLoader loader = applicationLoader();
        SettingCatalog catalog =
                SettingCatalog.of(ServiceLoader.load(SettingGroup.class, EngineSession.class.getClassLoader()));
        Configuration configuration = new ConfigurationResolver(catalog)
                .resolve(List.of(
                        new ConfigurationLayer("the program", values),
                        ConfigurationLayer.ofSystemProperties(System.getProperties())))
                .configuration();
        Master master = configuration.get(ApplicationSettings.MASTER);
        EventBus events = new EventBus();
        listeners.forEach(events::add);
        ConsoleReport report = report(configuration);
        if (report != null) {
            events.add(report);
        }
        PlanRunnerFactory factory = runners == null ? find(master) : runners;
        EventLog log = eventLog(configuration, catalog);
        if (log != null) {
            events.add(log);
        }
        PlanRunner runner;
        try {
            runner = factory.open(master, configuration, events, loader);
        } catch (RuntimeException | Error e) {
            if (log != null) {
                log.close();
            }
            throw e;
        }
        SkewStrategies strategies = ServiceLoader.load(SkewStrategies.class, EngineSession.class.getClassLoader())
                .findFirst()
                .orElse(null);
        return new EngineSession(configuration, events, runner, loader, strategies, report, log);
    }

    private static @Nullable EventLog eventLog(Configuration configuration, SettingCatalog catalog) {
        EventLogSettings settings = EventLogSettings.from(configuration);
        if (!settings.enabled()) {
            return null;
        }
        Map<String, String> shown = new TreeMap<>(configuration.values());
        configuration
                .values()
                .forEach((key, value) -> catalog.find(key)
                        .ifPresent(setting -> setting.aliases().forEach(alias -> shown.put(alias, value))));
        ApplicationFacts facts = ApplicationFacts.of(
                configuration.get(ApplicationSettings.NAME),
                configuration.get(ApplicationSettings.MASTER).toString(),
                System.currentTimeMillis(),
                shown,
                System.getProperties());
        String version = EngineSession.class.getPackage().getImplementationVersion();
        return EventLog.open(
                settings,
                facts,
                version == null ? "unknown" : version,
                new LocalBlockFiles(),
                System::currentTimeMillis);
    }

    private static @Nullable ConsoleReport report(Configuration configuration) {
        ConsoleSettings.Level level = configuration.get(ConsoleSettings.CONSOLE);
        return switch (level) {
            case NONE -> null;
            case SUMMARY, PROGRESS ->
                new ConsoleReport(System.err, level == ConsoleSettings.Level.PROGRESS, System::nanoTime);
        };
    }

    private static PlanRunnerFactory find(Master master) {
        for (PlanRunnerFactory factory :
                ServiceLoader.load(PlanRunnerFactory.class, EngineSession.class.getClassLoader())) {
            if (factory.supports(master)) {
                return factory;
            }
        }
        throw new EngineException(
                ErrorCode.INVALID_CONFIGURATION,
                "nothing on the class path runs jobs on " + master + "; add the module evenkeel-scheduler");
    }

    private static ClassLoader applicationLoader() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return context == null ? EngineSession.class.getClassLoader() : context;
    }
}
