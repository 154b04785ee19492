package io.evenkeel.codec;

import java.io.Serializable;

/**
 * How the records of a run of shuffle data are encoded: a key and a value, one after the other, by the codecs with
 * these descriptors. A record without a key has the key codec {@code none}. Immutable.
 *
 * @param keyCodec descriptor of the key's codec
 * @param valueCodec descriptor of the value's codec
 */
public record RecordLayout(String keyCodec, String valueCodec) implements Serializable {}
