#include <cairo.h>

// Pango's own headers come with a compiler flag that SwiftPM warns of at every build, so the few functions that are called
// stand here as Pango 1 has declared them since 2006; its versions are compatible by promise.

typedef struct _PangoFontMap PangoFontMap;
typedef struct _PangoContext PangoContext;
typedef struct _PangoLayout PangoLayout;
typedef struct _PangoFontDescription PangoFontDescription;

#define PANGO_SCALE 1024

enum { TROUPE_ELLIPSIZE_NONE = 0, TROUPE_ELLIPSIZE_END = 3 };
enum { TROUPE_WEIGHT_NORMAL = 400, TROUPE_WEIGHT_SEMIBOLD = 600 };

PangoFontMap *pango_cairo_font_map_new(void);
PangoContext *pango_font_map_create_context(PangoFontMap *map);
void pango_cairo_context_set_resolution(PangoContext *context, double dpi);
void pango_cairo_context_set_font_options(PangoContext *context, const cairo_font_options_t *options);

PangoFontDescription *pango_font_description_new(void);
void pango_font_description_free(PangoFontDescription *face);
void pango_font_description_set_family(PangoFontDescription *face, const char *family);
void pango_font_description_set_absolute_size(PangoFontDescription *face, double size);
void pango_font_description_set_weight(PangoFontDescription *face, int weight);

PangoLayout *pango_layout_new(PangoContext *context);
void pango_layout_set_auto_dir(PangoLayout *layout, int is_on);
void pango_layout_set_single_paragraph_mode(PangoLayout *layout, int is_on);
void pango_layout_set_font_description(PangoLayout *layout, const PangoFontDescription *face);
void pango_layout_set_width(PangoLayout *layout, int width);
void pango_layout_set_ellipsize(PangoLayout *layout, int mode);
void pango_layout_set_text(PangoLayout *layout, const char *text, int length);
void pango_layout_get_size(PangoLayout *layout, int *width, int *height);
int pango_layout_get_baseline(PangoLayout *layout);
void pango_cairo_update_layout(cairo_t *pen, PangoLayout *layout);
void pango_cairo_show_layout(cairo_t *pen, PangoLayout *layout);

void g_object_unref(void *object);
