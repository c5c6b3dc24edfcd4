#include "CLeptonica.h"
#include <CLibrary.h>
#include <leptonica/allheaders.h>
#include <stdlib.h>

// The functions that are called; the compiler knows their types from the library's header.
#define FUNCTIONS(of) \
  of(setMsgSeverity) \
  of(pixReadHeaderMem) \
  of(pixReadMem) \
  of(pixReadMemJpeg) \
  of(pixRemoveAlpha) \
  of(pixConvertTo32) \
  of(pixScaleToSize) \
  of(pixRotateOrth) \
  of(pixFlipLR) \
  of(pixSetText) \
  of(pixGetDimensions) \
  of(pixWriteMemJpeg) \
  of(pixDestroy) \
  of(lept_free)

#define DECLARE(name) static __typeof__(&name) found_##name;
#define ENTRY(name) {#name, (void **)&found_##name},
FUNCTIONS(DECLARE)

static const library_function functions[] = {FUNCTIONS(ENTRY){0}};
static library leptonica = {"liblept.so.5", functions, 0};
// The name since version 1.83.
static library newer_leptonica = {"libleptonica.so.6", functions, 0};

bool photo_is_available(void) {
  if (!library_is_open(&leptonica) && !library_is_open(&newer_leptonica)) return false;
  // What is wrong with a picture is returned, and not printed.
  found_setMsgSeverity(L_SEVERITY_NONE);
  return true;
}

/// Replaces a picture by the next step of its processing.
static PIX *step(PIX *before, PIX *after) {
  found_pixDestroy(&before);
  return after;
}

static PIX *read(const uint8_t *bytes, size_t count, int format, int reduction) {
  // A JPEG that ends early is refused rather than filled with grey, which is what no hint means.
  if (format == IFF_JFIF_JPEG) {
    l_int32 warnings = 0;
    PIX *pix = found_pixReadMemJpeg(bytes, count, 0, reduction, &warnings, 0);
    if (pix && warnings > 0) found_pixDestroy(&pix);
    return pix;
  }
  return found_pixReadMem(bytes, count);
}

static PIX *upright(PIX *pix, int orientation) {
  // The even ones are mirrored, and 5 to 8 lie on a side.
  static const int quarters[] = {0, 0, 0, 2, 2, 3, 1, 1, 3};
  static const bool is_mirrored[] = {0, 0, 1, 0, 1, 1, 0, 1, 0};
  if (orientation < 2 || orientation > 8) return pix;
  if (quarters[orientation]) pix = step(pix, found_pixRotateOrth(pix, quarters[orientation]));
  if (pix && is_mirrored[orientation]) pix = step(pix, found_pixFlipLR(NULL, pix));
  return pix;
}

int photo_shrink(
    const uint8_t *bytes, size_t count, const photo_order *order, uint8_t **file, size_t *length) {
  l_int32 format = 0, width = 0, height = 0, depth = 0, samples = 0, has_map = 0;
  if (found_pixReadHeaderMem(bytes, count, &format, &width, &height, &depth, &samples, &has_map)) {
    return photo_is_no_picture;
  }
  const bool is_jpeg = format == IFF_JFIF_JPEG;
  if (!is_jpeg && format != IFF_PNG && format != IFF_WEBP) return photo_is_no_picture;
  if (width < 1 || height < 1) return photo_is_broken;
  if ((int64_t)width * height > order->most_pixels) return photo_is_too_large;
  // A JPEG is unpacked at a fraction of its size where that is still large enough.
  int reduction = 1;
  const int side = width > height ? width : height;
  while (is_jpeg && reduction < 8 && side / (reduction * 2) >= order->longest) reduction *= 2;

  PIX *pix = read(bytes, count, format, reduction);
  if (!pix) return photo_is_broken;
  pix = step(pix, found_pixRemoveAlpha(pix));
  if (pix) pix = step(pix, found_pixConvertTo32(pix));
  if (!pix) return photo_is_broken;
  found_pixGetDimensions(pix, &width, &height, &depth);
  if (width > order->longest || height > order->longest) {
    // A narrow picture keeps a pixel.
    const double scale = (double)order->longest / (width > height ? width : height);
    const int columns = (int)(width * scale + 0.5), rows = (int)(height * scale + 0.5);
    pix = step(pix, found_pixScaleToSize(pix, columns > 0 ? columns : 1, rows > 0 ? rows : 1));
  }
  if (pix) pix = upright(pix, order->orientation);
  if (!pix) return photo_is_broken;
  // A comment of the file would be written again.
  found_pixSetText(pix, NULL);
  l_uint8 *data = NULL;
  size_t size = 0;
  const bool is_bad = found_pixWriteMemJpeg(&data, &size, pix, order->quality, 0) != 0 || !data;
  found_pixDestroy(&pix);
  if (is_bad) {
    if (data) found_lept_free(data);
    return photo_is_broken;
  }
  *file = data;
  *length = size;
  return photo_done;
}

void photo_free(uint8_t *file) {
  if (file) found_lept_free(file);
}
