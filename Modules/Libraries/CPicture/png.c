#include "CPicture.h"
#include "room.h"
#include <stdlib.h>
#include <string.h>

// A PNG encoder for pictures that are mostly flat. A few colours become a palette; rows are compressed with two kinds
// of matches only, a run and the row above, in the fixed code of RFC 1951. For charts that takes a fraction of the time
// of a general compressor, with a file that is not much larger.

// MARK: Bytes

typedef struct {
  uint8_t *bytes;
  size_t count, room;
  uint64_t bits;
  int bit_count;
} output;

static bool make_room(output *out, size_t more) {
  if (out->count + more <= out->room) return true;
  size_t room = (out->room + more) * 2;
  uint8_t *bytes = realloc(out->bytes, room);
  if (!bytes) return false;
  out->bytes = bytes;
  out->room = room;
  return true;
}

static bool append(output *out, const void *bytes, size_t count) {
  if (!make_room(out, count)) return false;
  memcpy(out->bytes + out->count, bytes, count);
  out->count += count;
  return true;
}

static void big_endian(uint8_t *at, uint32_t number) {
  for (int byte = 0; byte < 4; byte++) at[byte] = (uint8_t)(number >> (24 - 8 * byte));
}

/// The caller has reserved space for a whole row.
static inline void put(output *out, uint32_t code, int length) {
  out->bits |= (uint64_t)code << out->bit_count;
  out->bit_count += length;
  while (out->bit_count >= 8) {
    out->bytes[out->count++] = (uint8_t)out->bits;
    out->bits >>= 8;
    out->bit_count -= 8;
  }
}

// MARK: The fixed code of deflate

static uint32_t reversed(uint32_t code, int length) {
  uint32_t turned = 0;
  for (int bit = 0; bit < length; bit++) turned |= ((code >> bit) & 1) << (length - 1 - bit);
  return turned;
}

typedef struct {
  uint16_t literal[256];
  uint8_t literal_bits[256], length_bits[259];
  /// The code of each length with its extra bits.
  uint32_t length_whole[259];
} codes;

static void symbol(int number, uint32_t *code, int *bits) {
  if (number < 144) {
    *bits = 8;
    *code = reversed(0x30 + (uint32_t)number, 8);
  } else if (number < 256) {
    *bits = 9;
    *code = reversed(0x190 + (uint32_t)(number - 144), 9);
  } else if (number < 280) {
    *bits = 7;
    *code = reversed((uint32_t)(number - 256), 7);
  } else {
    *bits = 8;
    *code = reversed(0xC0 + (uint32_t)(number - 280), 8);
  }
}

static void make_codes(codes *table) {
  uint32_t code;
  int bits;
  for (int byte = 0; byte < 256; byte++) {
    symbol(byte, &code, &bits);
    table->literal[byte] = (uint16_t)code;
    table->literal_bits[byte] = (uint8_t)bits;
  }
  for (int length = 3; length <= 258; length++) {
    int number, extra = 0;
    uint32_t rest = 0;
    if (length == 258) {
      number = 285;
    } else if (length < 11) {
      number = 254 + length;
    } else {
      // Groups of four symbols; each group has one more extra bit than the previous one.
      extra = 1;
      int base = 11;
      while (length >= base + (4 << extra)) base += 4 << extra++;
      number = 261 + 4 * extra + ((length - base) >> extra);
      rest = (uint32_t)((length - base) & ((1 << extra) - 1));
    }
    symbol(number, &code, &bits);
    table->length_whole[length] = code | rest << bits;
    table->length_bits[length] = (uint8_t)(bits + extra);
  }
}

typedef struct {
  uint32_t whole;
  int bits;
} distance_code;

static distance_code code_of_distance(uint32_t distance) {
  uint32_t number = distance - 1, base = 1;
  int extra = 0;
  if (distance > 4) {
    extra = 1;
    base = 5;
    while (distance >= base + (2u << extra)) base += 2u << extra++;
    number = (uint32_t)(2 + 2 * extra) + ((distance - base) >> extra);
  }
  uint32_t rest = distance > 4 ? (distance - base) & ((1u << extra) - 1) : 0;
  return (distance_code){reversed(number, 5) | rest << 5, 5 + extra};
}

static inline size_t same(const uint8_t *one, const uint8_t *two, size_t most) {
  size_t count = 0;
  while (count + 8 <= most) {
    uint64_t left, right;
    memcpy(&left, one + count, 8);
    memcpy(&right, two + count, 8);
    if (left != right) return count + (size_t)(__builtin_ctzll(left ^ right) >> 3);
    count += 8;
  }
  while (count < most && one[count] == two[count]) count++;
  return count;
}

static void match(output *out, const codes *table, distance_code distance, size_t length) {
  while (length > 0) {
    // A match is at least three bytes long.
    size_t piece = length > 258 ? (length < 261 ? length - 3 : 258) : length;
    put(out, table->length_whole[piece], table->length_bits[piece]);
    put(out, distance.whole, distance.bits);
    length -= piece;
  }
}

static bool deflate_rows(output *out, const uint8_t *bytes, size_t count, size_t row, size_t step) {
  codes table;
  make_codes(&table);
  const distance_code run = code_of_distance((uint32_t)step), above = code_of_distance((uint32_t)row);
  const bool has_above = row <= 32768;
  put(out, 1 | 1 << 1, 3); // the last block, in the fixed code
  for (size_t at = 0; at < count;) {
    const size_t end = at + row < count ? at + row : count;
    // At most nine bits per byte, and some more for the pending bits.
    if (!make_room(out, row * 2 + 64)) return false;
    while (at < end) {
      const size_t most = count - at;
      const size_t of_row = has_above && at >= row ? same(bytes + at, bytes + at - row, most < 65536 ? most : 65536) : 0;
      size_t of_run = 0;
      if (of_row < 258 && at >= step) of_run = same(bytes + at, bytes + at - step, most < 65536 ? most : 65536);
      if (of_run >= 3 && of_run >= of_row) {
        match(out, &table, run, of_run);
        at += of_run;
      } else if (of_row >= 4) {
        match(out, &table, above, of_row);
        at += of_row;
      } else {
        put(out, table.literal[bytes[at]], table.literal_bits[bytes[at]]);
        at++;
      }
    }
  }
  if (!make_room(out, 16)) return false;
  put(out, 0, 7);
  if (out->bit_count > 0) put(out, 0, 8 - out->bit_count);
  return true;
}

// MARK: Sums

/// The Adler-32 checksum of RFC 1950, computed per run of equal bytes.
static uint32_t adler(const uint8_t *bytes, size_t count) {
  const uint64_t prime = 65521;
  uint64_t low = 1, high = 0;
  for (size_t at = 0; at < count;) {
    const uint64_t byte = bytes[at];
    const size_t most = count - at - 1;
    const uint64_t run = 1 + same(bytes + at, bytes + at + 1, most < 4096 ? most : 4096);
    high += run * low + byte * (run * (run + 1) / 2);
    low += run * byte;
    at += run;
    // Not after every run: division takes longer than everything else.
    if (low >> 32 || high >> 48) {
      low %= prime;
      high %= prime;
    }
  }
  return (uint32_t)(high % prime << 16 | low % prime);
}

static uint32_t crc(const uint8_t *bytes, size_t count) {
  uint32_t table[256];
  for (uint32_t byte = 0; byte < 256; byte++) {
    uint32_t sum = byte;
    for (int bit = 0; bit < 8; bit++) sum = sum & 1 ? 0xEDB88320 ^ sum >> 1 : sum >> 1;
    table[byte] = sum;
  }
  uint32_t sum = 0xFFFFFFFF;
  for (size_t index = 0; index < count; index++) sum = table[(sum ^ bytes[index]) & 0xFF] ^ sum >> 8;
  return ~sum;
}

// MARK: Colours

typedef struct {
  uint32_t colour, count;
  int number;
} entry;

enum { slots = 1 << 15, most_colours = slots / 2, tolerance = 24 };

static inline entry *find(entry *table, uint32_t colour) {
  uint32_t slot = (colour * 2654435761u) >> 17;
  while (table[slot].count > 0 && table[slot].colour != colour) slot = (slot + 1) & (slots - 1);
  return &table[slot];
}

/// Returns the number of pixels from here on with the same colour.
static inline size_t run_of(const uint32_t *pixels, size_t most) {
  const uint64_t two = (uint64_t)pixels[0] << 32 | pixels[0];
  size_t run = 1;
  if (most < 2 || pixels[1] != pixels[0]) return run;
  // Most of a chart is flat: compares sixteen at a time, which the compiler can vectorise.
  while (run + 16 <= most) {
    uint64_t next[8], other = 0;
    memcpy(next, pixels + run, sizeof next);
    for (int index = 0; index < 8; index++) other |= next[index] ^ two;
    if (other) break;
    run += 16;
  }
  while (run + 2 <= most) {
    uint64_t next;
    memcpy(&next, pixels + run, 8);
    if (next != two) break;
    run += 2;
  }
  while (run < most && pixels[run] == pixels[0]) run++;
  return run;
}

static int more_frequent(const void *one, const void *two) {
  const entry *left = *(entry *const *)one, *right = *(entry *const *)two;
  if (left->count != right->count) return left->count > right->count ? -1 : 1;
  return left->colour < right->colour ? -1 : 1;
}

static int part(uint32_t one, uint32_t two, int shift) { return abs((int)(one >> shift & 255) - (int)(two >> shift & 255)); }

static int distance(uint32_t one, uint32_t two) {
  int red = part(one, two, 16), green = part(one, two, 8), blue = part(one, two, 0);
  int most = red > green ? red : green;
  return most > blue ? most : blue;
}

/// Builds a palette: the most frequent colours exactly, and shades at edges that differ visibly; each other colour is
/// mapped to the nearest one. Returns false when 256 entries are not enough.
static bool number_colours(entry **found, int count, uint8_t *palette, int *size) {
  enum { exact = 96, close = 10, most = 256 };
  uint32_t chosen[most];
  qsort(found, (size_t)count, sizeof *found, more_frequent);
  *size = 0;
  for (int index = 0; index < count; index++) {
    const uint32_t colour = found[index]->colour;
    int best = 256, nearest = 0;
    if (count > most && index >= exact) {
      for (int other = 0; other < *size && best > 2; other++) {
        int off = distance(colour, chosen[other]);
        if (off < best) {
          best = off;
          nearest = other;
        }
      }
    }
    if (best > close && *size < most) {
      nearest = *size;
      chosen[(*size)++] = colour;
    } else if (best > tolerance) {
      return false;
    }
    found[index]->number = nearest;
  }
  for (int index = 0; index < *size; index++) {
    for (int byte = 0; byte < 3; byte++) palette[index * 3 + byte] = (uint8_t)(chosen[index] >> (16 - 8 * byte));
  }
  return true;
}

/// A run of pixels of one colour.
typedef struct {
  uint32_t slot, length;
} run;

typedef struct {
  run *all;
  size_t count, room;
} runs;

static bool append_run(runs *list, run one) {
  if (list->count == list->room) {
    const size_t room = list->room ? list->room * 2 : 1 << 14;
    run *all = realloc(list->all, room * sizeof *all);
    if (!all) return false;
    list->all = all;
    list->room = room;
  }
  list->all[list->count++] = one;
  return true;
}

/// Returns rows of palette indices, each after a zero for "no filter"; NULL when there are too many colours or runs.
static uint8_t *numbered(const uint32_t *pixels, size_t width, size_t height, uint8_t *palette, int *size) {
  entry *table = calloc(slots, sizeof *table);
  entry **found = malloc(most_colours * sizeof *found);
  uint8_t *rows = room_for((width + 1) * height);
  // One pass over the pixels: the runs are kept until the colours have numbers.
  runs list = {0};
  int count = 0;
  bool is_good = table && found && rows;
  for (size_t row = 0; is_good && row < height; row++) {
    const uint32_t *line = pixels + row * width;
    for (size_t column = 0; is_good && column < width;) {
      const uint32_t colour = line[column] & 0xFFFFFF;
      const size_t length = run_of(line + column, width - column);
      entry *one = find(table, colour);
      if (one->count == 0) {
        one->colour = colour;
        if (count < most_colours) found[count] = one;
        is_good = count++ < most_colours;
      }
      one->count += (uint32_t)length;
      is_good = is_good && append_run(&list, (run){(uint32_t)(one - table), (uint32_t)length});
      column += length;
    }
    is_good = is_good && list.count <= 4096 + (row + 1) * width / 2;
  }
  is_good = is_good && number_colours(found, count, palette, size);
  const run *next = list.all;
  for (size_t row = 0; is_good && row < height; row++) {
    uint8_t *at = rows + row * (width + 1), *const end = at + width + 1;
    *at++ = 0;
    for (; at < end; next++) {
      memset(at, table[next->slot].number, next->length);
      at += next->length;
    }
  }
  free(list.all);
  free(table);
  free(found);
  if (is_good) return rows;
  free(rows);
  return NULL;
}

static uint8_t *plain(const uint32_t *pixels, size_t width, size_t height) {
  uint8_t *rows = room_for((width * 3 + 1) * height), *at = rows;
  if (!rows) return NULL;
  for (size_t row = 0; row < height; row++) {
    *at++ = 0;
    for (size_t column = 0; column < width; column++) {
      const uint32_t colour = pixels[row * width + column];
      *at++ = (uint8_t)(colour >> 16);
      *at++ = (uint8_t)(colour >> 8);
      *at++ = (uint8_t)colour;
    }
  }
  return rows;
}

// MARK: The file

static bool chunk(output *out, const char *name, const uint8_t *bytes, size_t count) {
  uint8_t number[4];
  big_endian(number, (uint32_t)count);
  if (!append(out, number, 4)) return false;
  const size_t start = out->count;
  if (!append(out, name, 4) || !append(out, bytes, count)) return false;
  big_endian(number, crc(out->bytes + start, out->count - start));
  return append(out, number, 4);
}

static bool packed(output *out, const uint8_t *rows, size_t count, size_t row, size_t step) {
  const uint8_t head[2] = {0x78, 0x01};
  uint8_t sum[4];
  big_endian(sum, adler(rows, count));
  return append(out, head, 2) && deflate_rows(out, rows, count, row, step) && append(out, sum, 4);
}

uint8_t *picture_png(const uint32_t *pixels, size_t width, size_t height, size_t *length) {
  uint8_t palette[768], head[13] = {0};
  int colours = 0;
  uint8_t *rows = numbered(pixels, width, height, palette, &colours);
  const bool has_palette = rows != NULL;
  if (!rows) rows = plain(pixels, width, height);
  if (!rows) return NULL;
  const size_t row = (has_palette ? width : width * 3) + 1;
  output data = {0}, file = {0};
  bool is_good = packed(&data, rows, row * height, row, has_palette ? 1 : 3);
  big_endian(head, (uint32_t)width);
  big_endian(head + 4, (uint32_t)height);
  head[8] = 8;
  head[9] = has_palette ? 3 : 2;
  static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
  is_good = is_good && append(&file, signature, 8) && chunk(&file, "IHDR", head, 13)
            && (!has_palette || chunk(&file, "PLTE", palette, (size_t)colours * 3))
            && chunk(&file, "IDAT", data.bytes, data.count) && chunk(&file, "IEND", head, 0);
  free(rows);
  free(data.bytes);
  if (!is_good) {
    free(file.bytes);
    return NULL;
  }
  *length = file.count;
  return file.bytes;
}

void picture_free(uint8_t *file) { free(file); }
