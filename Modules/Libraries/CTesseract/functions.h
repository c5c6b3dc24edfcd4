#pragma once
#include <leptonica/allheaders.h>
#include <tesseract/capi.h>

// The functions that are called; the compiler knows their types from the libraries' headers.
#define LEPTONICA(of) \
  of(setMsgSeverity) \
  of(pixReadHeaderMem) \
  of(pixReadMem) \
  of(pixReadMemJpeg) \
  of(pixRemoveAlpha) \
  of(pixConvertTo8) \
  of(pixConvertTo1) \
  of(pixRotateOrth) \
  of(pixFlipLR) \
  of(pixGetDimensions) \
  of(pixScale) \
  of(pixScaleToSize) \
  of(pixBlockconv) \
  of(pixOtsuAdaptiveThreshold) \
  of(pixInvert) \
  of(pixConnCompBB) \
  of(pixClipRectangle) \
  of(pixBackgroundNormSimple) \
  of(pixAddBorderGeneral) \
  of(pixFindSkewSweepAndSearch) \
  of(pixRotateAMGray) \
  of(pixDestroy) \
  of(boxaGetCount) \
  of(boxaGetBoxGeometry) \
  of(boxaDestroy) \
  of(boxCreate) \
  of(boxDestroy)

#define TESSERACT(of) \
  of(TessBaseAPICreate) \
  of(TessBaseAPIDelete) \
  of(TessBaseAPIInit3) \
  of(TessBaseAPISetVariable) \
  of(TessBaseAPISetPageSegMode) \
  of(TessBaseAPISetImage2) \
  of(TessBaseAPISetSourceResolution) \
  of(TessBaseAPIRecognize) \
  of(TessBaseAPIGetIterator) \
  of(TessResultIteratorDelete) \
  of(TessResultIteratorGetPageIteratorConst) \
  of(TessResultIteratorNext) \
  of(TessResultIteratorGetUTF8Text) \
  of(TessResultIteratorConfidence) \
  of(TessPageIteratorBoundingBox) \
  of(TessPageIteratorIsAtBeginningOf) \
  of(TessMonitorCreate) \
  of(TessMonitorDelete) \
  of(TessMonitorSetDeadlineMSecs) \
  of(TessDeleteText)

#define DECLARE(name) extern __typeof__(&name) receipt_found_##name;
LEPTONICA(DECLARE)
TESSERACT(DECLARE)
#undef DECLARE

#define lept(name) receipt_found_##name
#define tess(name) receipt_found_##name

/// The way from a prepared picture back to the upright one.
typedef struct {
  double left, top;
  double scale;
  double border;
  /// In radians, clockwise.
  double angle;
  double width, height;
} receipt_way;

/// Replaces a picture by the next step of its processing; keeps the one before where the step failed.
PIX *receipt_step(PIX *before, PIX *after);
/// Makes a picture of black text on white, straight and of a good size, of an upright grey one, which it releases.
PIX *receipt_prepare(PIX *grey, receipt_way *way);
