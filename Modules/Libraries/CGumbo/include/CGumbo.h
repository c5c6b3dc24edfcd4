#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Returns whether Gumbo could be opened; must be called before the functions below.
bool page_is_available(void);

enum {
  page_done,
  /// Elements are nested deeper than the limit.
  page_is_too_deep,
  /// A tag has more attributes than the limit.
  page_has_too_many_attributes,
  /// The tree needs more memory or time than the limit.
  page_is_too_large,
};

enum { page_document, page_element, page_text };
enum { page_html, page_svg, page_math };

typedef struct {
  int32_t kind;
  /// Index of the parent, which comes before its children; -1 for the document.
  int32_t parent;
  int32_t space;
  int32_t line, column;
  int32_t first_attribute, attributes;
  /// The text of a text node, or the name of an element as it is written.
  const char *_Nullable text;
  size_t length;
} page_node;

typedef struct {
  const char *_Nonnull name;
  const char *_Nonnull value;
} page_attribute;

typedef struct {
  int64_t most_memory;
  int32_t deepest;
  int32_t most_attributes;
  double most_seconds;
} page_limits;

/// A page in document order. Its texts stay valid until page_free.
typedef struct {
  page_node *_Nonnull nodes;
  int32_t node_count;
  page_attribute *_Nonnull attributes;
  int32_t attribute_count;
  void *_Nonnull memory;
} page;

/// Reads a page of UTF-8. Returns one of the numbers above; after `page_done`, `result` is released with page_free.
/// The bytes must stay in place until then.
int page_read(
    const char *_Nonnull bytes, size_t count, const page_limits *_Nonnull limits, page *_Nonnull result);
void page_free(page *_Nonnull it);
