package io.evenkeel.codec;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * As much of a class file as tells whether the {@code equals} and {@code hashCode} of a record are the compiler's: these
 * consist of one call to {@code java.lang.runtime.ObjectMethods}. Reflection can't tell.
 *
 * <p>Confined to the thread that reads.
 */
final class ClassFile {

    private static final int MAGIC = 0xCAFEBABE;
    private static final String BOOTSTRAP = "java/lang/runtime/ObjectMethods";

    private final DataInputStream in;
    private final String[] texts;

    private ClassFile(DataInputStream in) throws IOException {
        this.in = in;
        if (in.readInt() != MAGIC) {
            throw new IOException("not a class file");
        }
        in.readInt();
        this.texts = new String[in.readUnsignedShort()];
    }

    /** Whether both methods are the compiler's; false also when the class file can't be found or read. */
    static boolean hasCompilersEquality(Class<?> record) {
        String name = record.getName();
        try (InputStream bytes = record.getResourceAsStream(name.substring(name.lastIndexOf('.') + 1) + ".class")) {
            return bytes != null && new ClassFile(new DataInputStream(bytes)).hasCompilersEquality();
        } catch (IOException e) {
            return false;
        }
    }

    private boolean hasCompilersEquality() throws IOException {
        readConstants();
        in.skipNBytes(6);
        in.skipNBytes(2L * in.readUnsignedShort());
        readMembers();
        Set<String> generated = readMembers();
        return Arrays.asList(texts).contains(BOOTSTRAP)
                && generated.contains("equals(Ljava/lang/Object;)Z")
                && generated.contains("hashCode()I");
    }

    private void readConstants() throws IOException {
        for (int i = 1; i < texts.length; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> texts[i] = in.readUTF();
                case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
                case 7, 8, 16, 19, 20 -> in.skipNBytes(2);
                case 15 -> in.skipNBytes(3);
                case 5, 6 -> {
                    in.skipNBytes(8);
                    i++;
                }
                default -> throw new IOException("unknown constant " + tag);
            }
        }
    }

    /** Reads the fields or the methods; gives names and types of those that only call a bootstrap method. */
    private Set<String> readMembers() throws IOException {
        Set<String> generated = new HashSet<>();
        int count = in.readUnsignedShort();
        for (int i = 0; i < count; i++) {
            in.readUnsignedShort();
            String member = texts[in.readUnsignedShort()] + texts[in.readUnsignedShort()];
            int attributes = in.readUnsignedShort();
            for (int j = 0; j < attributes; j++) {
                String attribute = texts[in.readUnsignedShort()];
                byte[] content = in.readNBytes(in.readInt());
                if (attribute.equals("Code") && isOneDynamicCall(content)) {
                    generated.add(member);
                }
            }
        }
        return generated;
    }

    /** Whether code is {@code aload_0 [aload_1] invokedynamic ireturn}; it begins at byte 8, behind its length. */
    private static boolean isOneDynamicCall(byte[] code) {
        int end = 8 + (code[4] << 24 | (code[5] & 0xFF) << 16 | (code[6] & 0xFF) << 8 | (code[7] & 0xFF));
        int call = code[9] == 0x2B ? 10 : 9;
        return code[8] == 0x2A && end == call + 6 && code[call] == (byte) 0xBA && code[call + 5] == (byte) 0xAC;
    }
}
