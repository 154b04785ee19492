package io.evenkeel.codec;

import java.util.ArrayList;
import java.util.List;

/**
 * The descriptor of a record's codec. Immutable.
 *
 * <pre>
 * record:FINGERPRINT:LENGTH:CLASS            each component as its declared class has it
 * record:FINGERPRINT:LENGTH:CLASS:LENGTH:DESCRIPTOR…
 *                                            components that may be of any class by these codecs, in their order
 * </pre>
 *
 * @param fingerprint of {@link RecordShape#fingerprint}: another version of the class has another descriptor
 * @param className name of the class
 * @param chosen descriptors of the codecs chosen for components that may be of any class; empty if none were
 */
record RecordDescriptor(String fingerprint, String className, List<String> chosen) {

    static final String PREFIX = "record:";

    RecordDescriptor {
        chosen = List.copyOf(chosen);
    }

    static RecordDescriptor of(RecordShape shape) {
        return new RecordDescriptor(shape.fingerprint(), shape.type().getName(), List.of());
    }

    RecordDescriptor with(List<Codec<Object>> codecs) {
        return new RecordDescriptor(
                fingerprint, className, codecs.stream().map(Codec::descriptor).toList());
    }

    String text() {
        StringBuilder text = new StringBuilder(PREFIX).append(fingerprint);
        append(text, className);
        chosen.forEach(descriptor -> append(text, descriptor));
        return text.toString();
    }

    private static void append(StringBuilder text, String field) {
        text.append(':').append(field.length()).append(':').append(field);
    }

    /** Reads a descriptor that begins with {@link #PREFIX}. */
    static RecordDescriptor parse(String text) {
        int position = text.indexOf(':', PREFIX.length());
        List<String> fields = new ArrayList<>();
        try {
            String fingerprint = text.substring(PREFIX.length(), position);
            while (position < text.length()) {
                int colon = text.indexOf(':', position + 1);
                int length = Integer.parseInt(text, position + 1, colon, 10);
                fields.add(text.substring(colon + 1, colon + 1 + length));
                position = colon + 1 + length;
            }
            return new RecordDescriptor(fingerprint, fields.get(0), fields.subList(1, fields.size()));
        } catch (IndexOutOfBoundsException | NumberFormatException e) {
            throw new MalformedEncodingException("not the descriptor of a record: '" + text + "'");
        }
    }
}
