/* png.c - writes pixels as PNG (ISO/IEC 15948) by libpng. */
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "draw/raster.h"

enum {
    FILE_LEAST = 32 * 1024,
    /* Up to this many pixels zlib may try as hard as it does by default. */
    SMALL = 400 * 1024,
    LEVEL_SMALL = 6,
    LEVEL_LARGE = 3,
    FEW = 2 /* kinds of marbles */
};

/* The file as it grows. */
struct png_output {
    unsigned char *bytes; /* owned */
    size_t length, size;
};

/* Leaves libpng, which would print the message: memory is all that can be missing. */
static void on_error(png_structp png, png_const_charp message)
{
    (void)message;
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

static void append_bytes(png_structp png, png_bytep bytes, png_size_t length)
{
    struct png_output *output = png_get_io_ptr(png);
    if (output->size - output->length < length) {
        size_t size = 2 * (output->length + length);
        size = size > FILE_LEAST ? size : FILE_LEAST;
        unsigned char *larger = realloc(output->bytes, size);
        if (!larger)
            png_error(png, "out of memory");
        output->bytes = larger;
        output->size = size;
    }
    memcpy(output->bytes + output->length, bytes, length);
    output->length += length;
}

/* Writes the file; false: out of memory. With more than a few kinds of marbles the differences of
 * neighbours are written, which are the same for all kinds (stamp.h). */
static bool write_file(png_structp png, png_infop info, const struct draw_raster *raster)
{
    bool small = raster->width <= SMALL / raster->height;
    if (setjmp(png_jmpbuf(png)))
        return false;
    png_set_IHDR(png, info, (png_uint_32)raster->width, (png_uint_32)raster->height, 8,
                 PNG_COLOR_TYPE_PALETTE, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_set_PLTE(png, info, (png_const_colorp)raster->palette->colours, raster->palette->count);
    png_set_check_for_invalid_index(png, 0); /* takes a tenth of the time */
    png_set_filter(png, PNG_FILTER_TYPE_BASE,
                   raster->stamp.kind_count > FEW ? PNG_FILTER_SUB : PNG_FILTER_NONE);
    png_set_compression_level(png, small ? LEVEL_SMALL : LEVEL_LARGE);
    png_set_compression_strategy(png, 0); /* zlib's default, not the one for filtered photos */
    png_write_info(png, info);
    for (int y = 0; y < raster->height; y++)
        png_write_row(png, raster->pixels + (size_t)raster->width * (size_t)y);
    png_write_end(png, NULL);
    return true;
}

paua_status raster_encode(const struct draw_raster *raster, unsigned char **png, size_t *length)
{
    struct png_output output = {NULL, 0, 0};
    png_structp writer = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, on_error, on_warning);
    png_infop info = writer ? png_create_info_struct(writer) : NULL;
    if (writer)
        png_set_write_fn(writer, &output, append_bytes, NULL);
    bool done = info && write_file(writer, info, raster);
    png_destroy_write_struct(&writer, &info);
    if (!done) {
        free(output.bytes);
        return PAUA_ERROR_NO_MEMORY;
    }
    unsigned char *fitted = realloc(output.bytes, output.length);
    *png = fitted ? fitted : output.bytes;
    *length = output.length;
    return PAUA_OK;
}
