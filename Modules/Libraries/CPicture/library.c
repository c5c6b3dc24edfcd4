#include "CPicture.h"
#include "room.h"
#include <CLibrary.h>
#include <stdlib.h>
#include <string.h>

// Declares the functions of both libraries that are used, as in their version 1 since 2006.
#define CAIRO(of) \
  of(void *, cairo_image_surface_create_for_data, (unsigned char *, int, int, int, int)) \
  of(void, cairo_surface_destroy, (void *)) \
  of(void, cairo_surface_flush, (void *)) \
  of(int, cairo_surface_status, (void *)) \
  of(void *, cairo_create, (void *)) \
  of(void, cairo_destroy, (void *)) \
  of(int, cairo_status, (void *)) \
  of(void, cairo_scale, (void *, double, double)) \
  of(void, cairo_set_source_rgb, (void *, double, double, double)) \
  of(void, cairo_paint, (void *)) \
  of(void, cairo_new_path, (void *)) \
  of(void, cairo_move_to, (void *, double, double)) \
  of(void, cairo_line_to, (void *, double, double)) \
  of(void, cairo_curve_to, (void *, double, double, double, double, double, double)) \
  of(void, cairo_arc, (void *, double, double, double, double, double)) \
  of(void, cairo_close_path, (void *)) \
  of(void, cairo_fill_preserve, (void *)) \
  of(void, cairo_stroke_preserve, (void *)) \
  of(void, cairo_set_line_width, (void *, double)) \
  of(void, cairo_set_dash, (void *, const double *, int, double)) \
  of(void, cairo_set_line_cap, (void *, int)) \
  of(void, cairo_set_line_join, (void *, int)) \
  of(void, cairo_set_antialias, (void *, int)) \
  of(void, cairo_set_tolerance, (void *, double)) \
  of(void *, cairo_font_options_create, (void)) \
  of(void, cairo_font_options_destroy, (void *)) \
  of(void, cairo_font_options_set_hint_style, (void *, int)) \
  of(void, cairo_font_options_set_hint_metrics, (void *, int)) \
  of(void, cairo_font_options_set_antialias, (void *, int))

#define PANGO(of) \
  of(void *, pango_cairo_font_map_new, (void)) \
  of(void *, pango_font_map_create_context, (void *)) \
  of(void, pango_cairo_context_set_resolution, (void *, double)) \
  of(void, pango_cairo_context_set_font_options, (void *, const void *)) \
  of(void *, pango_font_description_new, (void)) \
  of(void, pango_font_description_free, (void *)) \
  of(void, pango_font_description_set_family, (void *, const char *)) \
  of(void, pango_font_description_set_absolute_size, (void *, double)) \
  of(void, pango_font_description_set_weight, (void *, int)) \
  of(void *, pango_layout_new, (void *)) \
  of(void, pango_layout_set_auto_dir, (void *, int)) \
  of(void, pango_layout_set_single_paragraph_mode, (void *, int)) \
  of(void, pango_layout_set_font_description, (void *, const void *)) \
  of(void, pango_layout_set_width, (void *, int)) \
  of(void, pango_layout_set_ellipsize, (void *, int)) \
  of(void, pango_layout_set_text, (void *, const char *, int)) \
  of(void, pango_layout_get_size, (void *, int *, int *)) \
  of(int, pango_layout_get_baseline, (void *)) \
  of(void, pango_cairo_update_layout, (void *, void *)) \
  of(void, pango_cairo_show_layout, (void *, void *)) \
  of(void, g_object_unref, (void *))

#define DECLARE(type, name, arguments) static type(*name) arguments;
CAIRO(DECLARE)
PANGO(DECLARE)

#define ENTRY(type, name, arguments) {#name, (void **)&name},
static const library_function functions[] = {CAIRO(ENTRY) PANGO(ENTRY){0}};
// Pango loads Cairo and GLib; all names are looked up through it.
static library pango = {"libpangocairo-1.0.so.0", functions, 0};

bool picture_is_available(void) { return library_is_open(&pango); }

// MARK: Pens

struct picture_pen {
  uint32_t *pixels;
  void *surface, *cairo;
};

picture_pen *picture_pen_new(int width, int height, double scale) {
  picture_pen *pen = calloc(1, sizeof *pen);
  if (!pen) return NULL;
  pen->pixels = room_for((size_t)width * (size_t)height * 4);
  if (!pen->pixels) {
    free(pen);
    return NULL;
  }
  // Rows of 32-bit pixels need no padding.
  pen->surface = cairo_image_surface_create_for_data(
      (unsigned char *)pen->pixels, 1 /* RGB24 */, width, height, width * 4);
  pen->cairo = cairo_create(pen->surface);
  if (cairo_surface_status(pen->surface) != 0 || cairo_status(pen->cairo) != 0) {
    picture_pen_free(pen);
    return NULL;
  }
  // A deviation of 0.2 pixels, which antialiasing hides; the default of 0.1 yields half as many segments again.
  cairo_set_tolerance(pen->cairo, 0.2);
  cairo_scale(pen->cairo, scale, scale);
  return pen;
}

void picture_pen_free(picture_pen *pen) {
  cairo_destroy(pen->cairo);
  cairo_surface_destroy(pen->surface);
  free(pen->pixels);
  free(pen);
}

const uint32_t *picture_pen_pixels(picture_pen *pen) {
  cairo_surface_flush(pen->surface);
  return cairo_status(pen->cairo) == 0 && cairo_surface_status(pen->surface) == 0 ? pen->pixels : NULL;
}

void picture_colour(picture_pen *pen, double red, double green, double blue) {
  cairo_set_source_rgb(pen->cairo, red, green, blue);
}
void picture_flood(picture_pen *pen) { cairo_paint(pen->cairo); }
void picture_begin(picture_pen *pen) { cairo_new_path(pen->cairo); }
void picture_move(picture_pen *pen, double x, double y) { cairo_move_to(pen->cairo, x, y); }
void picture_line(picture_pen *pen, double x, double y) { cairo_line_to(pen->cairo, x, y); }
void picture_curve(picture_pen *pen, double x1, double y1, double x2, double y2, double x3, double y3) {
  cairo_curve_to(pen->cairo, x1, y1, x2, y2, x3, y3);
}
void picture_arc(picture_pen *pen, double x, double y, double radius, double from, double to) {
  cairo_arc(pen->cairo, x, y, radius, from, to);
}
void picture_close(picture_pen *pen) { cairo_close_path(pen->cairo); }
void picture_smooth(picture_pen *pen, bool is_fine) { cairo_set_antialias(pen->cairo, is_fine ? 0 : 4 /* fast */); }
void picture_fill(picture_pen *pen) { cairo_fill_preserve(pen->cairo); }

void picture_stroke(picture_pen *pen, double width, const double *dashes, int count, bool is_round) {
  cairo_set_line_width(pen->cairo, width);
  cairo_set_dash(pen->cairo, dashes, count, 0);
  cairo_set_line_cap(pen->cairo, is_round ? 1 : 0);
  cairo_set_line_join(pen->cairo, is_round ? 1 : 0);
  cairo_stroke_preserve(pen->cairo);
}

// MARK: Words

enum { units = 1024, cut_at_end = 3, most_faces = 16 };

struct picture_fonts {
  void *map, *context, *layout;
  struct {
    double size;
    bool is_bold;
    void *face;
  } faces[most_faces];
  int count;
  char *family;
};

picture_fonts *picture_fonts_new(const char *family) {
  picture_fonts *fonts = calloc(1, sizeof *fonts);
  if (!fonts) return NULL;
  fonts->family = strdup(family);
  fonts->map = pango_cairo_font_map_new();
  fonts->context = fonts->map ? pango_font_map_create_context(fonts->map) : NULL;
  fonts->layout = fonts->context ? pango_layout_new(fonts->context) : NULL;
  if (!fonts->layout || !fonts->family) {
    picture_fonts_free(fonts);
    return NULL;
  }
  // One point per pixel, and no hinting, which would make the width of words depend on the scale.
  pango_cairo_context_set_resolution(fonts->context, 72);
  void *options = cairo_font_options_create();
  cairo_font_options_set_hint_style(options, 1 /* none */);
  cairo_font_options_set_hint_metrics(options, 1 /* off */);
  cairo_font_options_set_antialias(options, 2 /* grey */);
  pango_cairo_context_set_font_options(fonts->context, options);
  cairo_font_options_destroy(options);
  // Text of any direction starts at the same side.
  pango_layout_set_auto_dir(fonts->layout, 0);
  pango_layout_set_single_paragraph_mode(fonts->layout, 1);
  return fonts;
}

void picture_fonts_free(picture_fonts *fonts) {
  for (int index = 0; index < fonts->count; index++) pango_font_description_free(fonts->faces[index].face);
  if (fonts->layout) g_object_unref(fonts->layout);
  if (fonts->context) g_object_unref(fonts->context);
  if (fonts->map) g_object_unref(fonts->map);
  free(fonts->family);
  free(fonts);
}

static void *face(picture_fonts *fonts, double size, bool is_bold) {
  for (int index = 0; index < fonts->count; index++) {
    if (fonts->faces[index].size == size && fonts->faces[index].is_bold == is_bold) return fonts->faces[index].face;
  }
  if (fonts->count == most_faces) pango_font_description_free(fonts->faces[--fonts->count].face);
  void *face = pango_font_description_new();
  pango_font_description_set_family(face, fonts->family);
  pango_font_description_set_absolute_size(face, size * units);
  pango_font_description_set_weight(face, is_bold ? 600 : 400);
  fonts->faces[fonts->count].size = size;
  fonts->faces[fonts->count].is_bold = is_bold;
  fonts->faces[fonts->count++].face = face;
  return face;
}

double picture_lay_out(picture_fonts *fonts, const char *text, double size, bool is_bold, double room) {
  void *layout = fonts->layout;
  int width = 0;
  pango_layout_set_font_description(layout, face(fonts, size, is_bold));
  pango_layout_set_width(layout, -1);
  pango_layout_set_ellipsize(layout, 0);
  pango_layout_set_text(layout, text, -1);
  pango_layout_get_size(layout, &width, NULL);
  if ((double)width / units > room + 0.5) {
    pango_layout_set_width(layout, (int)(room * units));
    pango_layout_set_ellipsize(layout, cut_at_end);
    pango_layout_get_size(layout, &width, NULL);
  }
  return (double)width / units;
}

void picture_write(picture_pen *pen, picture_fonts *fonts, double x, double y) {
  cairo_move_to(pen->cairo, x, y - (double)pango_layout_get_baseline(fonts->layout) / units);
  pango_cairo_update_layout(pen->cairo, fonts->layout);
  pango_cairo_show_layout(pen->cairo, fonts->layout);
}
