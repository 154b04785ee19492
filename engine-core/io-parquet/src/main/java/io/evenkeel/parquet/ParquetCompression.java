package io.evenkeel.parquet;

import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** How the pages of columns are packed. */
public enum ParquetCompression {
    NONE(CompressionCodecName.UNCOMPRESSED),
    SNAPPY(CompressionCodecName.SNAPPY),
    ZSTD(CompressionCodecName.ZSTD),
    GZIP(CompressionCodecName.GZIP);

    private final CompressionCodecName codec;

    ParquetCompression(CompressionCodecName codec) {
        this.codec = codec;
    }

    CompressionCodecName codec() {
        return codec;
    }
}
