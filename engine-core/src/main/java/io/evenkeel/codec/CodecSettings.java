package io.evenkeel.codec;

import io.evenkeel.config.Configuration;
import io.evenkeel.config.Setting;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * How values of classes that no built-in codec covers become bytes. Immutable.
 *
 * @param serializer what takes them
 * @param kryoRegistrationRequired whether Kryo refuses classes that were not registered
 * @param kryoClassesToRegister names of the classes that Kryo writes as a number instead of a name; their order is part
 *     of the encoding
 */
public record CodecSettings(
        Serializer serializer, boolean kryoRegistrationRequired, List<String> kryoClassesToRegister) {

    /** What takes values that no built-in codec covers. */
    public enum Serializer {
        KRYO,
        JAVA
    }

    public static final Setting<Serializer> SERIALIZER = Setting.of(
                    "evenkeel.serializer",
                    "kryo",
                    "one of kryo, java, or a class of Spark's with either name",
                    "What takes values that no built-in codec covers: kryo, or java for Java serialisation.",
                    CodecSettings::serializer)
            .withAliases("spark.serializer");

    public static final Setting<Boolean> KRYO_REGISTRATION_REQUIRED = Setting.flag(
                    "evenkeel.kryo.registrationRequired",
                    false,
                    "Whether Kryo refuses classes that were not registered, instead of writing their names.")
            .withAliases("spark.kryo.registrationRequired");

    public static final Setting<String> KRYO_CLASSES_TO_REGISTER = Setting.text(
                    "evenkeel.kryo.classesToRegister",
                    "",
                    "list of class names, with commas between them",
                    "Classes that Kryo writes as a number instead of a name.")
            .withAliases("spark.kryo.classesToRegister");

    /** Copies the list. */
    public CodecSettings {
        kryoClassesToRegister = List.copyOf(kryoClassesToRegister);
    }

    private static Serializer serializer(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "kryo", "org.apache.spark.serializer.kryoserializer" -> Serializer.KRYO;
            case "java", "org.apache.spark.serializer.javaserializer" -> Serializer.JAVA;
            default -> throw new IllegalArgumentException("no such serializer");
        };
    }

    public static CodecSettings from(Configuration configuration) {
        return new CodecSettings(
                configuration.get(SERIALIZER),
                configuration.get(KRYO_REGISTRATION_REQUIRED),
                Arrays.stream(configuration.get(KRYO_CLASSES_TO_REGISTER).split(",", -1))
                        .map(String::strip)
                        .filter(name -> !name.isEmpty())
                        .toList());
    }
}
