#include "CTesseract.h"
#include "functions.h"
#include <CLibrary.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DEFINE(name) __typeof__(&name) receipt_found_##name;
#define ENTRY(name) {#name, (void **)&receipt_found_##name},
LEPTONICA(DEFINE)
TESSERACT(DEFINE)

static const library_function leptonica_functions[] = {LEPTONICA(ENTRY){0}};
static const library_function tesseract_functions[] = {TESSERACT(ENTRY){0}};
static library leptonica = {"liblept.so.5", leptonica_functions, 0};
// The name since version 1.83.
static library newer_leptonica = {"libleptonica.so.6", leptonica_functions, 0};
static library tesseract = {"libtesseract.so.5", tesseract_functions, 0};

// Tesseract shares its loops among threads by OpenMP, which on few processors costs several times what it brings.
static void (*found_omp_set_num_threads)(int);
static const library_function threading_functions[] = {
    {"omp_set_num_threads", (void **)&found_omp_set_num_threads}, {0}};
static library threading = {"libgomp.so.1", threading_functions, 0};

bool receipt_is_available(void) {
  if (!library_is_open(&leptonica) && !library_is_open(&newer_leptonica)) return false;
  if (!library_is_open(&tesseract)) return false;
  // What is wrong with a picture is returned, and not printed.
  lept(setMsgSeverity)(L_SEVERITY_NONE);
  return true;
}

static PIX *unpacked(const uint8_t *bytes, size_t count, int format, int side) {
  if (format != IFF_JFIF_JPEG) return lept(pixReadMem)(bytes, count);
  // A JPEG is unpacked at a fraction of its size where that is still large enough; one that ends early is refused.
  int reduction = 1;
  while (reduction < 8 && side / (reduction * 2) >= 3500) reduction *= 2;
  l_int32 warnings = 0;
  PIX *pix = lept(pixReadMemJpeg)(bytes, count, 0, reduction, &warnings, 0);
  if (pix && warnings > 0) lept(pixDestroy)(&pix);
  return pix;
}

static PIX *upright(PIX *pix, int orientation, int quarters) {
  // The even ones are mirrored, and 5 to 8 lie on a side.
  static const int turns[] = {0, 0, 0, 2, 2, 3, 1, 1, 3};
  static const bool is_mirrored[] = {0, 0, 1, 0, 1, 1, 0, 1, 0};
  if (orientation >= 2 && orientation <= 8) {
    if (turns[orientation]) pix = receipt_step(pix, lept(pixRotateOrth)(pix, turns[orientation]));
    if (is_mirrored[orientation]) pix = receipt_step(pix, lept(pixFlipLR)(NULL, pix));
  }
  if (quarters & 3) pix = receipt_step(pix, lept(pixRotateOrth)(pix, quarters & 3));
  return pix;
}

/// Moves the corners of a box back to the upright picture.
static void move(receipt_word *word, const receipt_way *way, double unpacking) {
  const double xs[] = {word->left, word->right}, ys[] = {word->top, word->bottom};
  double left = INFINITY, top = INFINITY, right = -INFINITY, bottom = -INFINITY;
  const double cos_angle = cos(way->angle), sin_angle = sin(way->angle);
  for (int corner = 0; corner < 4; corner++) {
    const double dx = xs[corner & 1] - way->width / 2, dy = ys[corner >> 1] - way->height / 2;
    double x = way->width / 2 + dx * cos_angle + dy * sin_angle - way->border;
    double y = way->height / 2 + dy * cos_angle - dx * sin_angle - way->border;
    x = (x / way->scale + way->left) * unpacking, y = (y / way->scale + way->top) * unpacking;
    left = fmin(left, x), right = fmax(right, x), top = fmin(top, y), bottom = fmax(bottom, y);
  }
  word->left = (int32_t)lround(left), word->right = (int32_t)lround(right);
  word->top = (int32_t)lround(top), word->bottom = (int32_t)lround(bottom);
}

static void gather(
    TessBaseAPI *api, const receipt_order *order, const receipt_way *way, double unpacking, receipt_words *words) {
  TessResultIterator *at = tess(TessBaseAPIGetIterator)(api);
  if (!at) return;
  words->words = calloc((size_t)order->most_words, sizeof(receipt_word));
  if (words->words) {
    const TessPageIterator *page = tess(TessResultIteratorGetPageIteratorConst)(at);
    int line = -1;
    do {
      if (tess(TessPageIteratorIsAtBeginningOf)(page, RIL_TEXTLINE) || line < 0) line++;
      char *text = tess(TessResultIteratorGetUTF8Text)(at, RIL_WORD);
      if (!text) continue;
      receipt_word word = {.line = line, .confidence = tess(TessResultIteratorConfidence)(at, RIL_WORD)};
      int left = 0, top = 0, right = 0, bottom = 0;
      if (tess(TessPageIteratorBoundingBox)(page, RIL_WORD, &left, &top, &right, &bottom)) {
        word.left = left, word.top = top, word.right = right, word.bottom = bottom;
        move(&word, way, unpacking);
        word.text = strndup(text, 400);
        if (word.text) words->words[words->count++] = word;
      }
      tess(TessDeleteText)(text);
    } while (words->count < order->most_words && tess(TessResultIteratorNext)(at, RIL_WORD));
  }
  tess(TessResultIteratorDelete)(at);
}

static int recognise(
    PIX *pix, const receipt_order *order, const receipt_way *way, double unpacking, receipt_words *words) {
  TessBaseAPI *api = tess(TessBaseAPICreate)();
  if (!api) return receipt_is_broken;
  int verdict = receipt_done;
  // Of this thread alone.
  if (library_is_open(&threading)) found_omp_set_num_threads(1);
  if (tess(TessBaseAPIInit3)(api, NULL, "eng") != 0) {
    verdict = receipt_has_no_language;
  } else {
    tess(TessBaseAPISetVariable)(api, "debug_file", "/dev/null");
    tess(TessBaseAPISetPageSegMode)(api, PSM_SINGLE_BLOCK);
    tess(TessBaseAPISetImage2)(api, pix);
    tess(TessBaseAPISetSourceResolution)(api, 300);
    ETEXT_DESC *monitor = tess(TessMonitorCreate)();
    if (monitor) tess(TessMonitorSetDeadlineMSecs)(monitor, order->patience);
    if (tess(TessBaseAPIRecognize)(api, monitor) == 0) {
      gather(api, order, way, unpacking, words);
    } else {
      verdict = receipt_is_late;
    }
    if (monitor) tess(TessMonitorDelete)(monitor);
  }
  tess(TessBaseAPIDelete)(api);
  return verdict;
}

int receipt_recognise(
    const uint8_t *bytes, size_t count, const receipt_order *order, receipt_words *words) {
  *words = (receipt_words){0};
  l_int32 format = 0, width = 0, height = 0, depth = 0, samples = 0, has_map = 0;
  if (lept(pixReadHeaderMem)(bytes, count, &format, &width, &height, &depth, &samples, &has_map)) {
    return receipt_is_no_picture;
  }
  if (format != IFF_JFIF_JPEG && format != IFF_PNG && format != IFF_WEBP) return receipt_is_no_picture;
  if (width < 1 || height < 1) return receipt_is_broken;
  if ((int64_t)width * height > order->most_pixels) return receipt_is_too_large;
  PIX *pix = unpacked(bytes, count, format, width > height ? width : height);
  if (!pix) return receipt_is_broken;
  pix = receipt_step(pix, lept(pixRemoveAlpha)(pix));
  PIX *grey = lept(pixConvertTo8)(pix, 0);
  lept(pixDestroy)(&pix);
  if (!grey) return receipt_is_broken;
  l_int32 columns = 0;
  lept(pixGetDimensions)(grey, &columns, NULL, NULL);
  const double unpacking = (double)width / (columns > 0 ? columns : 1);
  grey = upright(grey, order->orientation, order->quarters);
  l_int32 across = 0, down = 0;
  lept(pixGetDimensions)(grey, &across, &down, NULL);
  words->width = (int32_t)lround(across * unpacking), words->height = (int32_t)lround(down * unpacking);
  // Tesseract's own limits, in both directions.
  if (across < 8 || down < 8 || across > 32000 || down > 32000) {
    lept(pixDestroy)(&grey);
    return receipt_done;
  }
  receipt_way way;
  grey = receipt_prepare(grey, &way);
  const int verdict = recognise(grey, order, &way, unpacking, words);
  lept(pixDestroy)(&grey);
  return verdict;
}

void receipt_free(receipt_words *words) {
  for (int32_t at = 0; words->words && at < words->count; at++) free(words->words[at].text);
  free(words->words);
  *words = (receipt_words){0};
}
