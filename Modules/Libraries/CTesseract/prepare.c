#include "functions.h"
#include <math.h>
#include <stdlib.h>

PIX *receipt_step(PIX *before, PIX *after) {
  if (!after) return before;
  lept(pixDestroy)(&before);
  return after;
}

/// Finds the paper, where it is one bright part of the picture. Returns nothing where the paper fills the picture, or
/// where nothing is clearly brighter.
static BOX *paper(PIX *grey) {
  l_int32 width = 0, height = 0;
  lept(pixGetDimensions)(grey, &width, &height, NULL);
  const double scale = 240.0 / (width > height ? width : height);
  if (scale >= 1) return NULL;
  PIX *small = lept(pixScale)(grey, (float)scale, (float)scale);
  if (!small) return NULL;
  // Text is evened out.
  small = receipt_step(small, lept(pixBlockconv)(small, 4, 4));
  PIX *mask = NULL;
  lept(pixOtsuAdaptiveThreshold)(small, 2000, 2000, 0, 0, 0.1f, NULL, &mask);
  l_int32 columns = 0, rows = 0;
  lept(pixGetDimensions)(small, &columns, &rows, NULL);
  lept(pixDestroy)(&small);
  if (!mask) return NULL;
  // Bright pixels are 0 after the threshold.
  mask = receipt_step(mask, lept(pixInvert)(NULL, mask));
  BOXA *parts = lept(pixConnCompBB)(mask, 4);
  lept(pixDestroy)(&mask);
  if (!parts) return NULL;
  l_int32 best = 0, left = 0, top = 0, right = 0, bottom = 0;
  for (l_int32 at = 0; at < lept(boxaGetCount)(parts); at++) {
    l_int32 x = 0, y = 0, w = 0, h = 0;
    lept(boxaGetBoxGeometry)(parts, at, &x, &y, &w, &h);
    if (w * h <= best) continue;
    best = w * h;
    left = x, top = y, right = x + w, bottom = y + h;
  }
  lept(boxaDestroy)(&parts);
  const double share = (double)best / ((double)columns * rows);
  if (share < 0.15 || share > 0.97) return NULL;
  const double more = 2;
  const int x = (int)fmax(0, (left - more) / scale), y = (int)fmax(0, (top - more) / scale);
  const int x2 = (int)fmin(width, (right + more) / scale), y2 = (int)fmin(height, (bottom + more) / scale);
  return x2 - x > 50 && y2 - y > 50 ? lept(boxCreate)(x, y, x2 - x, y2 - y) : NULL;
}

static int ascending(const void *one, const void *other) { return *(const int *)one - *(const int *)other; }

/// Measures the usual height of a letter; 0 where there are too few.
static int letter(PIX *grey) {
  PIX *binary = lept(pixConvertTo1)(grey, 150);
  if (!binary) return 0;
  l_int32 height = 0;
  lept(pixGetDimensions)(binary, NULL, &height, NULL);
  BOXA *parts = lept(pixConnCompBB)(binary, 8);
  lept(pixDestroy)(&binary);
  if (!parts) return 0;
  const l_int32 all = lept(boxaGetCount)(parts);
  int *heights = malloc(sizeof(int) * (size_t)(all > 0 ? all : 1));
  int count = 0;
  for (l_int32 at = 0; heights && at < all; at++) {
    l_int32 w = 0, h = 0;
    lept(boxaGetBoxGeometry)(parts, at, NULL, NULL, &w, &h);
    // Neither dots and noise, nor rules and edges.
    if (h < 6 || h > height / 8 || h > 160 || w > 3 * h || w * 6 < h) continue;
    heights[count++] = h;
  }
  lept(boxaDestroy)(&parts);
  int median = 0;
  if (heights && count >= 20) {
    qsort(heights, (size_t)count, sizeof(int), ascending);
    median = heights[count / 2];
  }
  free(heights);
  return median;
}

static PIX *sized(PIX *grey, receipt_way *way) {
  // The height at which Tesseract reads best, within what memory allows.
  const double wanted = 32;
  const int measured = letter(grey);
  l_int32 width = 0, height = 0;
  lept(pixGetDimensions)(grey, &width, &height, NULL);
  double scale = measured > 0 ? wanted / measured : 1;
  if (scale > 0.8 && scale < 1.3) scale = 1;
  scale = fmin(fmax(scale, 0.2), 4);
  const double pixels = (double)width * height;
  if (pixels * scale * scale > 12e6) scale = sqrt(12e6 / pixels);
  if (scale == 1) return grey;
  const int columns = (int)fmax(1, width * scale), rows = (int)fmax(1, height * scale);
  PIX *after = lept(pixScaleToSize)(grey, columns, rows);
  if (after) way->scale = (double)columns / width;
  return receipt_step(grey, after);
}

static PIX *straight(PIX *grey, receipt_way *way) {
  PIX *binary = lept(pixConvertTo1)(grey, 150);
  if (!binary) return grey;
  l_float32 angle = 0, certainty = 0;
  const l_int32 failed =
      lept(pixFindSkewSweepAndSearch)(binary, &angle, &certainty, 4, 2, 15.0f, 1.0f, 0.02f);
  lept(pixDestroy)(&binary);
  if (failed || certainty < 2.5f || fabsf(angle) < 0.15f || fabsf(angle) > 15) return grey;
  l_int32 width = 0, height = 0;
  lept(pixGetDimensions)(grey, &width, &height, NULL);
  const double radians = angle * 3.14159265358979 / 180;
  const int border = (int)(fabs(sin(radians)) * (width > height ? width : height) / 2) + 4;
  PIX *larger = lept(pixAddBorderGeneral)(grey, border, border, border, border, 255);
  if (!larger) return grey;
  lept(pixDestroy)(&grey);
  way->border = border;
  PIX *after = lept(pixRotateAMGray)(larger, (float)radians, 255);
  if (after) way->angle = radians;
  return receipt_step(larger, after);
}

PIX *receipt_prepare(PIX *grey, receipt_way *way) {
  *way = (receipt_way){.scale = 1};
  BOX *box = paper(grey);
  if (box) {
    BOX *cut = NULL;
    PIX *part = lept(pixClipRectangle)(grey, box, &cut);
    if (part && cut) {
      l_int32 x = 0, y = 0;
      x = cut->x, y = cut->y;
      way->left = x, way->top = y;
      grey = receipt_step(grey, part);
    } else if (part) {
      lept(pixDestroy)(&part);
    }
    if (cut) lept(boxDestroy)(&cut);
    lept(boxDestroy)(&box);
  }
  grey = receipt_step(grey, lept(pixBackgroundNormSimple)(grey, NULL, NULL));
  grey = sized(grey, way);
  grey = straight(grey, way);
  l_int32 width = 0, height = 0;
  lept(pixGetDimensions)(grey, &width, &height, NULL);
  way->width = width, way->height = height;
  return grey;
}
