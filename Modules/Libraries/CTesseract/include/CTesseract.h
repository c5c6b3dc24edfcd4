#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Returns whether Leptonica and Tesseract could be opened; must be called before the functions below.
bool receipt_is_available(void);

enum {
  receipt_done,
  /// Not a picture of a kind that is read: JPEG, PNG or WebP.
  receipt_is_no_picture,
  receipt_is_too_large,
  /// Damaged or cut off.
  receipt_is_broken,
  /// The data of the language are not installed.
  receipt_has_no_language,
  /// Recognition took longer than ordered.
  receipt_is_late,
};

typedef struct {
  /// The most pixels that are unpacked.
  int64_t most_pixels;
  /// The orientation of the camera as EXIF counts it, 1 to 8.
  int32_t orientation;
  /// Further quarter turns to the right, for a picture that does not say how it was held.
  int32_t quarters;
  /// The most milliseconds that recognition takes.
  int32_t patience;
  /// The most words that are returned.
  int32_t most_words;
} receipt_order;

/// A word, and its box in pixels of the upright picture.
typedef struct {
  char *_Nullable text;
  /// From 0 to 100, as Tesseract counts it.
  float confidence;
  /// The line of text in which it stands, counted from the top.
  int32_t line;
  int32_t left, top, right, bottom;
} receipt_word;

typedef struct {
  /// The size of the upright picture.
  int32_t width, height;
  int32_t count;
  receipt_word *_Nullable words;
} receipt_words;

/// Recognises the words on a picture. Returns one of the numbers above; after `receipt_done`, `words` is released with
/// receipt_free.
int receipt_recognise(
    const uint8_t *_Nonnull bytes, size_t count, const receipt_order *_Nonnull order, receipt_words *_Nonnull words);
void receipt_free(receipt_words *_Nonnull words);
