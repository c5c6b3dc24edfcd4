#define _GNU_SOURCE  // memmem
#include "depth.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// A reader of tags that keeps a stack of names. It knows the tags that end others, so that a list without end tags is
// not taken for a deep one.

typedef struct {
  const char *text;
  size_t length;
} word;

static bool is_one_of(word it, const char *names) {
  if (it.length == 0 || it.length > 14) return false;
  for (const char *name = names; *name;) {
    size_t length = strcspn(name, " ");
    if (length == it.length && strncasecmp(name, it.text, length) == 0) return true;
    name += length;
    while (*name == ' ') name++;
  }
  return false;
}

static bool is_same(word one, word other) {
  return one.length == other.length && strncasecmp(one.text, other.text, one.length) == 0;
}

/// The names that a start tag of this name ends when they are on top.
static const char *ended_by(word it) {
  if (is_one_of(it, "li")) return "li";
  if (is_one_of(it, "dt dd")) return "dt dd";
  if (is_one_of(it, "tr")) return "td th tr";
  if (is_one_of(it, "td th")) return "td th";
  if (is_one_of(it, "tbody thead tfoot")) return "td th tr tbody thead tfoot";
  if (is_one_of(it, "option")) return "option";
  if (is_one_of(it, "optgroup")) return "option optgroup";
  if (is_one_of(it, "rt rp")) return "rt rp";
  return "";
}

static bool ends_paragraph(word it) {
  return is_one_of(
      it, "p div ul ol dl li dt dd h1 h2 h3 h4 h5 h6 table section article aside header footer nav main form fieldset "
          "figure blockquote pre address hr details summary menu center dir");
}

// HTML that ends a drawing or a formula, and where HTML goes on within one.
static const char *const breakers =
    "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr "
    "ol p pre ruby s small span strong strike sub sup table tt u ul var";
static const char *const islands = "foreignobject desc title annotation-xml mi mo mn ms mtext";

static const char *const closed = "area base br col embed hr img input link meta param source track wbr image keygen";
static const char *const raw = "script style textarea title xmp iframe noembed noframes";
static const char *const scopes = "table td th caption button object applet marquee html template svg math";

/// Moves behind the end tag of an element whose content is text.
static size_t behind_text(const char *bytes, size_t count, size_t at, word name) {
  for (; at + name.length + 2 < count; at++) {
    if (bytes[at] == '<' && bytes[at + 1] == '/' && strncasecmp(bytes + at + 2, name.text, name.length) == 0) {
      return at;
    }
  }
  return count;
}

static bool is_space(char it) { return it == ' ' || it == '\t' || it == '\n' || it == '\r' || it == '\f'; }

/// Moves to the end of a tag, counting its attributes.
static size_t behind_tag(const char *bytes, size_t count, size_t at, int32_t *attributes, bool *closes) {
  char quote = 0;
  *attributes = 0;
  *closes = false;
  for (; at < count; at++) {
    const char it = bytes[at];
    if (quote) {
      if (it == quote) quote = 0;
    } else if ((it == '"' || it == '\'') && at > 0 && (bytes[at - 1] == '=' || is_space(bytes[at - 1]))) {
      quote = it;
    } else if (it == '>') {
      *closes = bytes[at - 1] == '/';
      return at + 1;
    } else if (at > 0 && (is_space(bytes[at - 1]) || bytes[at - 1] == '/') && !is_space(it)) {
      *attributes += 1;
    }
  }
  return count;
}

static int32_t popped(word *stack, int32_t depth, word name) {
  for (int32_t at = depth - 1; at >= 0; at--) {
    if (is_same(stack[at], name)) return at;
  }
  return depth;
}

static int32_t without_paragraph(word *stack, int32_t depth) {
  for (int32_t at = depth - 1; at >= 0 && !is_one_of(stack[at], scopes); at--) {
    if (is_one_of(stack[at], "p")) return at;
  }
  return depth;
}

int page_depth(const char *bytes, size_t count, const page_limits *limits) {
  word *stack = malloc(sizeof(word) * (size_t)(limits->deepest + 1));
  if (!stack) return page_is_too_large;
  int32_t depth = 0, foreign = 0;
  int result = page_done;
  for (size_t at = 0; at + 1 < count;) {
    const char *next = memchr(bytes + at, '<', count - at);
    if (!next) break;
    at = (size_t)(next - bytes) + 1;
    if (at >= count) break;
    if (count - at > 3 && memcmp(bytes + at, "!--", 3) == 0) {
      const char *end = memmem(bytes + at + 3, count - at - 3, "-->", 3);
      if (!end) break;
      at = (size_t)(end - bytes) + 3;
      continue;
    }
    const bool is_end = bytes[at] == '/';
    if (is_end) at++;
    word name = {bytes + at, 0};
    while (at < count && !is_space(bytes[at]) && bytes[at] != '>' && bytes[at] != '/') {
      at++;
      name.length++;
    }
    if (name.length == 0 || !((name.text[0] | 32) >= 'a' && (name.text[0] | 32) <= 'z')) continue;
    int32_t attributes = 0;
    bool closes = false;
    at = behind_tag(bytes, count, at, &attributes, &closes);
    if (attributes > limits->most_attributes) {
      result = page_has_too_many_attributes;
      break;
    }
    if (is_end) {
      depth = popped(stack, depth, name);
      if (is_one_of(name, "svg math") && foreign > 0) foreign--;
      continue;
    }
    if (foreign > 0 && is_one_of(name, breakers)) foreign = 0;
    if (foreign > 0 && is_one_of(name, islands)) foreign = 0;
    if (foreign == 0 && is_one_of(name, raw)) {
      at = behind_text(bytes, count, at, name);
      continue;
    }
    if ((closes && (foreign > 0 || is_one_of(name, "svg math"))) || is_one_of(name, closed)) continue;
    if (is_one_of(name, "svg math")) foreign++;
    if (ends_paragraph(name)) depth = without_paragraph(stack, depth);
    const char *ended = ended_by(name);
    while (*ended && depth > 0 && is_one_of(stack[depth - 1], ended)) depth--;
    if (depth >= limits->deepest) {
      result = page_is_too_deep;
      break;
    }
    stack[depth++] = name;
  }
  free(stack);
  return result;
}
