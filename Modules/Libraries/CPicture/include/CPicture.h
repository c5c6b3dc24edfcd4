#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// MARK: Cairo and Pango, opened at first use

/// Returns whether both could be opened; must be called before the functions below.
bool picture_is_available(void);

typedef struct picture_pen picture_pen;
typedef struct picture_fonts picture_fonts;

/// Returns NULL when out of memory. One pixel is 32 bits, of which the lower 24 are red, green and blue.
picture_pen *_Nullable picture_pen_new(int width, int height, double scale);
void picture_pen_free(picture_pen *_Nonnull pen);
/// Returns the pixels, row by row without padding; NULL after an error. They are valid as long as the pen.
const uint32_t *_Nullable picture_pen_pixels(picture_pen *_Nonnull pen);

void picture_colour(picture_pen *_Nonnull pen, double red, double green, double blue);
void picture_flood(picture_pen *_Nonnull pen);
void picture_begin(picture_pen *_Nonnull pen);
void picture_move(picture_pen *_Nonnull pen, double x, double y);
void picture_line(picture_pen *_Nonnull pen, double x, double y);
void picture_curve(
    picture_pen *_Nonnull pen, double x1, double y1, double x2, double y2, double x3, double y3);
void picture_arc(picture_pen *_Nonnull pen, double x, double y, double radius, double from, double to);
void picture_close(picture_pen *_Nonnull pen);
/// Sets the antialiasing: all shades that Cairo supports, or seventeen in a third of the time.
void picture_smooth(picture_pen *_Nonnull pen, bool is_fine);
/// Fills the path, and keeps it for a stroke.
void picture_fill(picture_pen *_Nonnull pen);
void picture_stroke(
    picture_pen *_Nonnull pen, double width, const double *_Nullable dashes, int count, bool is_round);

picture_fonts *_Nullable picture_fonts_new(const char *_Nonnull family);
void picture_fonts_free(picture_fonts *_Nonnull fonts);
/// Lays out one line and returns its width; beyond `room` it is truncated with an ellipsis.
double picture_lay_out(
    picture_fonts *_Nonnull fonts, const char *_Nonnull text, double size, bool is_bold, double room);
/// Draws the line laid out last, with its baseline at that position.
void picture_write(picture_pen *_Nonnull pen, picture_fonts *_Nonnull fonts, double x, double y);

// MARK: PNG

/// Returns a complete file, to be released with picture_free; NULL when out of memory.
uint8_t *_Nullable picture_png(
    const uint32_t *_Nonnull pixels, size_t width, size_t height, size_t *_Nonnull length);
void picture_free(uint8_t *_Nonnull file);
