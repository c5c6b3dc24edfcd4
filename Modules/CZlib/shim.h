#include <zlib.h>

// A macro, which Swift does not see.
static inline int troupe_deflate_init(z_stream *stream, int level, int strategy) {
  return deflateInit2(stream, level, Z_DEFLATED, 15, 9, strategy);
}
