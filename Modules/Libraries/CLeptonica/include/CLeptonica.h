#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Returns whether Leptonica could be opened; must be called before the functions below.
bool photo_is_available(void);

enum {
  photo_done,
  /// Not a picture of a kind that is read: JPEG, PNG or WebP.
  photo_is_no_picture,
  photo_is_too_large,
  /// Damaged or cut off.
  photo_is_broken,
};

typedef struct {
  /// The longest side of the result in pixels.
  int32_t longest;
  /// The most pixels that are unpacked.
  int64_t most_pixels;
  /// The orientation of the camera as EXIF counts it, 1 to 8.
  int32_t orientation;
  /// The quality of the result, 1 to 100.
  int32_t quality;
} photo_order;

/// Makes a JPEG of the picture, upright and not larger than ordered, without any metadata. Returns one of the numbers
/// above; after `photo_done`, `file` is released with photo_free.
int photo_shrink(
    const uint8_t *_Nonnull bytes, size_t count, const photo_order *_Nonnull order,
    uint8_t *_Nullable *_Nonnull file, size_t *_Nonnull length);
void photo_free(uint8_t *_Nullable file);
