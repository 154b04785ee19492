package io.evenkeel.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.Configuration;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CodecSettingsTest {

    private static final class Bean {
        private final int number;

        Bean(int number) {
            this.number = number;
        }

        int number() {
            return number;
        }
    }

    private static byte[] encode(CodecRegistry registry, Object value) {
        ByteWriter out = new ByteWriter(64);
        registry.tagged().write(value, out);
        return out.toByteArray();
    }

    @Test
    void serialisersMayBeGivenByTheNamesOfSparksClasses() {
        assertThat(CodecSettings.from(Configuration.empty()))
                .isEqualTo(new CodecSettings(CodecSettings.Serializer.KRYO, false, List.of()));
        assertThat(CodecSettings.SERIALIZER.parse("org.apache.spark.serializer.JavaSerializer"))
                .isEqualTo(CodecSettings.Serializer.JAVA);
        assertThat(CodecSettings.SERIALIZER.parse("org.apache.spark.serializer.KryoSerializer"))
                .isEqualTo(CodecSettings.Serializer.KRYO);
        assertThatThrownBy(() -> CodecSettings.SERIALIZER.parse("fast")).isInstanceOf(EngineException.class);
        assertThat(CodecSettings.from(Configuration.of(Map.of("evenkeel.kryo.classesToRegister", " a.B, c.D ,")))
                        .kryoClassesToRegister())
                .containsExactly("a.B", "c.D");
    }

    @Test
    void kryoRefusesClassesThatAreNotRegisteredIfAskedTo() {
        CodecRegistry strict = CodecRegistryTest.registry(Map.of("evenkeel.kryo.registrationRequired", "true"));
        assertThatThrownBy(() -> encode(strict, new Bean(1)))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.VALUE_NOT_SERIALIZABLE))
                .hasMessageContaining(Bean.class.getName())
                .hasMessageContaining("evenkeel.kryo.classesToRegister");
    }

    @Test
    void registeredClassesAreWrittenWithoutTheirNames() {
        CodecRegistry registry = CodecRegistryTest.registry(Map.of(
                "evenkeel.kryo.registrationRequired", "true", "evenkeel.kryo.classesToRegister", Bean.class.getName()));
        byte[] encoded = encode(registry, new Bean(77));
        assertThat(encoded).hasSizeLessThan(10);
        assertThat(((Bean) registry.tagged().read(new ByteReader(encoded))).number())
                .isEqualTo(77);
        assertThat(encode(CodecRegistryTest.registry(Map.of()), new Bean(77))).hasSizeGreaterThan(30);
    }

    @Test
    void classToRegisterThatDoesNotExistIsNamed() {
        CodecRegistry registry = CodecRegistryTest.registry(Map.of("evenkeel.kryo.classesToRegister", "no.Such"));
        assertThatThrownBy(() -> encode(registry, new Bean(1)))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CONFIGURATION))
                .hasMessageContaining("no.Such");
    }

    @Test
    void javaSerialisationNamesTheClassItCannotTake() {
        CodecRegistry registry = CodecRegistryTest.registry(Map.of("evenkeel.serializer", "java"));
        assertThatThrownBy(() -> encode(registry, new Bean(1)))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.VALUE_NOT_SERIALIZABLE))
                .hasMessageContaining(Bean.class.getName());
    }
}
