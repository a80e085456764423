/* png.c - writes pixels as PNG (ISO/IEC 15948): rows without a filter, compressed by DEFLATE
 * (RFC 1951) with its fixed Huffman codes, and matches found by a hash of three bytes. */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "draw/raster.h"

enum {
    WINDOW = 32768,
    MATCH_LEAST = 3,
    MATCH_MOST = 258,
    HASH_BITS = 15,
    END_OF_BLOCK = 256,
};

/* The file so far, and bits that wait for a whole byte, the first one lowest. */
struct png_writer {
    uint8_t *bytes; /* owned */
    size_t length, room;
    uint32_t bits;
    int count;
    bool failed; /* memory ran out */
};

static void put_byte(struct png_writer *writer, uint8_t byte)
{
    if (writer->length == writer->room &&
        !ARRAY_RESERVE(writer->bytes, writer->room, writer->length + 1)) {
        writer->failed = true;
        return;
    }
    writer->bytes[writer->length++] = byte;
}

/* A number, its highest byte first. */
static void put_number(struct png_writer *writer, uint32_t number)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        put_byte(writer, (uint8_t)(number >> shift));
}

static void put_bits(struct png_writer *writer, uint32_t bits, int count)
{
    writer->bits |= bits << writer->count;
    for (writer->count += count; writer->count >= 8; writer->count -= 8) {
        put_byte(writer, (uint8_t)writer->bits);
        writer->bits >>= 8;
    }
}

/* A Huffman code begins with its highest bit. */
static void put_code(struct png_writer *writer, uint32_t code, int count)
{
    uint32_t turned = 0;
    for (int i = 0; i < count; i++)
        turned |= (code >> i & 1) << (count - 1 - i);
    put_bits(writer, turned, count);
}

/* A literal, the end, or a length, by the fixed codes. */
static void put_symbol(struct png_writer *writer, uint32_t symbol)
{
    if (symbol < 144)
        put_code(writer, 0x30 + symbol, 8);
    else if (symbol < 256)
        put_code(writer, 0x190 + symbol - 144, 9);
    else if (symbol < 280)
        put_code(writer, symbol - 256, 7);
    else
        put_code(writer, 0xC0 + symbol - 280, 8);
}

/* The length of a match: eight codes without extra bits, then four for each number of them. */
static void put_length(struct png_writer *writer, uint32_t length)
{
    uint32_t base = 3, symbol = 257;
    int extra = 0;
    if (length == MATCH_MOST) {
        put_symbol(writer, 285);
        return;
    }
    while (length >= base + (1u << extra)) {
        base += 1u << extra;
        symbol++;
        if (symbol >= 265 && (symbol - 261) % 4 == 0)
            extra++;
    }
    put_symbol(writer, symbol);
    put_bits(writer, length - base, extra);
}

/* How far back a match begins: four codes without extra bits, then two for each number of them. */
static void put_distance(struct png_writer *writer, uint32_t distance)
{
    uint32_t base = 1, code = 0;
    int extra = 0;
    while (distance >= base + (1u << extra)) {
        base += 1u << extra;
        code++;
        if (code >= 4 && code % 2 == 0)
            extra++;
    }
    put_code(writer, code, 5);
    put_bits(writer, distance - base, extra);
}

static uint32_t hash_three(const uint8_t *at)
{
    uint32_t three = (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16;
    return three * 2654435761u >> (32 - HASH_BITS);
}

/* How many bytes are the same from two places on. */
static uint32_t match_length(const uint8_t *data, size_t from, size_t at, size_t size)
{
    size_t length = 0, most = size - at < MATCH_MOST ? size - at : MATCH_MOST;
    while (length < most && data[from + length] == data[at + length])
        length++;
    return (uint32_t)length;
}

/* Compresses the data as one block. `heads` has, for each hash, 1 + the latest place, or 0. */
static void deflate_data(struct png_writer *writer, const uint8_t *data, size_t size,
                         uint32_t *heads)
{
    put_bits(writer, 1, 1); /* the last block */
    put_bits(writer, 1, 2); /* with the fixed codes */
    for (size_t at = 0; at < size;) {
        uint32_t length = 0;
        size_t from = 0;
        if (size - at >= MATCH_LEAST) {
            uint32_t *head = &heads[hash_three(data + at)];
            from = (size_t)*head - 1;
            if (*head && at - from <= WINDOW)
                length = match_length(data, from, at, size);
            *head = (uint32_t)at + 1;
        }
        if (length < MATCH_LEAST) {
            put_symbol(writer, data[at++]);
            continue;
        }
        put_length(writer, length);
        put_distance(writer, (uint32_t)(at - from));
        at += length;
    }
    put_symbol(writer, END_OF_BLOCK);
    put_bits(writer, 0, 7); /* completes the last byte */
}

/* The checksum of a zlib stream (RFC 1950). */
static uint32_t adler32_of(const uint8_t *data, size_t size)
{
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < size; i++) {
        a = (a + data[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

/* The checksum of a chunk (ISO/IEC 15948, annex D). */
static uint32_t crc32_of(const uint8_t *data, size_t size)
{
    uint32_t table[256], crc = 0xFFFFFFFF;
    for (uint32_t i = 0; i < 256; i++) {
        table[i] = i;
        for (int bit = 0; bit < 8; bit++)
            table[i] = table[i] & 1 ? table[i] >> 1 ^ 0xEDB88320 : table[i] >> 1;
    }
    for (size_t i = 0; i < size; i++)
        crc = crc >> 8 ^ table[(crc ^ data[i]) & 255];
    return ~crc;
}

/* Begins a chunk; its length is put in at its end. Returns where it begins. */
static size_t chunk_begin(struct png_writer *writer, const char *name)
{
    size_t begin = writer->length;
    put_number(writer, 0);
    for (int i = 0; i < 4; i++)
        put_byte(writer, (uint8_t)name[i]);
    return begin;
}

static void chunk_end(struct png_writer *writer, size_t begin)
{
    if (writer->failed)
        return;
    uint32_t length = (uint32_t)(writer->length - begin - 8);
    for (int i = 0; i < 4; i++)
        writer->bytes[begin + (size_t)i] = (uint8_t)(length >> (24 - 8 * i));
    put_number(writer, crc32_of(writer->bytes + begin + 4, length + 4));
}

/* Writes the whole file. */
static void write_png(struct png_writer *writer, const struct draw_raster *raster, uint32_t *heads)
{
    static const uint8_t signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    static const uint8_t format[] = {8, 2, 0, 0, 0}; /* 8 bits, RGB, not interlaced */
    size_t size = raster->stride * (size_t)raster->height;
    for (size_t i = 0; i < sizeof signature; i++)
        put_byte(writer, signature[i]);
    size_t chunk = chunk_begin(writer, "IHDR");
    put_number(writer, (uint32_t)raster->width);
    put_number(writer, (uint32_t)raster->height);
    for (size_t i = 0; i < sizeof format; i++)
        put_byte(writer, format[i]);
    chunk_end(writer, chunk);
    chunk = chunk_begin(writer, "IDAT");
    put_bits(writer, 0x0178, 16); /* the head of a zlib stream */
    deflate_data(writer, raster->rows, size, heads);
    put_number(writer, adler32_of(raster->rows, size));
    chunk_end(writer, chunk);
    chunk_end(writer, chunk_begin(writer, "IEND"));
}

paua_status raster_encode(const struct draw_raster *raster, unsigned char **png, size_t *length)
{
    struct png_writer writer = {.failed = false};
    uint32_t *heads = calloc((size_t)1 << HASH_BITS, sizeof *heads);
    if (!heads)
        return PAUA_NO_MEMORY;
    write_png(&writer, raster, heads);
    free(heads);
    if (writer.failed) {
        free(writer.bytes);
        return PAUA_NO_MEMORY;
    }
    *png = writer.bytes;
    *length = writer.length;
    return PAUA_OK;
}
