#include "CGumbo.h"
#include "depth.h"
#include "memory.h"
#include <CLibrary.h>
#include <gumbo.h>
#include <stdlib.h>
#include <string.h>

// The functions that are called; the compiler knows their types from the library's header.
#define FUNCTIONS(of) \
  of(gumbo_parse_with_options) \
  of(gumbo_normalized_tagname) \
  of(gumbo_tag_from_original_text) \
  of(gumbo_normalize_svg_tagname)

#define DECLARE(name) static __typeof__(&name) found_##name;
#define ENTRY(name) {#name, (void **)&found_##name},
FUNCTIONS(DECLARE)

static const library_function functions[] = {FUNCTIONS(ENTRY){0}};
static library gumbo = {"libgumbo.so.1", functions, 0};
// The name since version 0.12.
static library newer_gumbo = {"libgumbo.so.2", functions, 0};
static library newest_gumbo = {"libgumbo.so.3", functions, 0};

bool page_is_available(void) {
  return library_is_open(&gumbo) || library_is_open(&newer_gumbo) || library_is_open(&newest_gumbo);
}

static const GumboVector *children(const GumboNode *node) {
  switch (node->type) {
    case GUMBO_NODE_DOCUMENT: return &node->v.document.children;
    case GUMBO_NODE_ELEMENT:
    case GUMBO_NODE_TEMPLATE: return &node->v.element.children;
    default: return NULL;
  }
}

static void name(page_node *it, const GumboElement *element) {
  if (element->tag != GUMBO_TAG_UNKNOWN) {
    it->text = found_gumbo_normalized_tagname(element->tag);
    it->length = strlen(it->text);
    return;
  }
  GumboStringPiece piece = element->original_tag;
  found_gumbo_tag_from_original_text(&piece);
  const char *svg =
      element->tag_namespace == GUMBO_NAMESPACE_SVG && piece.data ? found_gumbo_normalize_svg_tagname(&piece) : NULL;
  it->text = svg ? svg : piece.data;
  it->length = svg ? strlen(svg) : piece.length;
}

/// Counts the nodes below this one, in document order; returns false where they are nested too deep.
static bool flatten(const GumboNode *root, const page_limits *limits, page *result) {
  // The path from the root, and which child comes next on each level.
  const int32_t most = limits->deepest + 8;
  const GumboNode **path = memory_take(result->memory, sizeof(*path) * (size_t)most);
  uint32_t *next = memory_take(result->memory, sizeof(*next) * (size_t)most);
  int32_t *places = memory_take(result->memory, sizeof(*places) * (size_t)most);
  int32_t depth = 0, room = 1024, attribute_room = 1024;
  result->nodes = memory_take(result->memory, sizeof(page_node) * (size_t)room);
  result->attributes = memory_take(result->memory, sizeof(page_attribute) * (size_t)attribute_room);
  result->nodes[0] = (page_node){.kind = page_document, .parent = -1};
  result->node_count = 1;
  result->attribute_count = 0;
  path[0] = root;
  next[0] = 0;
  places[0] = 0;
  while (depth >= 0) {
    const GumboVector *below = children(path[depth]);
    if (!below || next[depth] >= below->length) {
      depth--;
      continue;
    }
    const GumboNode *node = below->data[next[depth]++];
    if (node->type == GUMBO_NODE_COMMENT) continue;
    if (result->node_count == room) {
      page_node *more = memory_take(result->memory, sizeof(page_node) * (size_t)room * 2);
      memcpy(more, result->nodes, sizeof(page_node) * (size_t)room);
      memory_give(result->memory, result->nodes);
      result->nodes = more;
      room *= 2;
    }
    const int32_t place = result->node_count++;
    page_node *it = &result->nodes[place];
    *it = (page_node){.parent = places[depth], .first_attribute = result->attribute_count};
    if (!children(node)) {
      it->kind = page_text;
      it->text = node->v.text.text;
      it->length = strlen(it->text);
      it->line = (int32_t)node->v.text.start_pos.line;
      it->column = (int32_t)node->v.text.start_pos.column;
      continue;
    }
    const GumboElement *element = &node->v.element;
    it->kind = page_element;
    it->space = element->tag_namespace == GUMBO_NAMESPACE_SVG      ? page_svg
                : element->tag_namespace == GUMBO_NAMESPACE_MATHML ? page_math
                                                                   : page_html;
    it->line = (int32_t)element->start_pos.line;
    it->column = (int32_t)element->start_pos.column;
    name(it, element);
    for (uint32_t index = 0; index < element->attributes.length; index++) {
      if (result->attribute_count == attribute_room) {
        page_attribute *more = memory_take(result->memory, sizeof(page_attribute) * (size_t)attribute_room * 2);
        memcpy(more, result->attributes, sizeof(page_attribute) * (size_t)attribute_room);
        memory_give(result->memory, result->attributes);
        result->attributes = more;
        attribute_room *= 2;
      }
      const GumboAttribute *attribute = element->attributes.data[index];
      result->attributes[result->attribute_count++] = (page_attribute){attribute->name, attribute->value};
      it->attributes++;
    }
    if (depth + 1 >= most) return false;
    depth++;
    path[depth] = node;
    next[depth] = 0;
    places[depth] = place;
  }
  return true;
}

int page_read(const char *bytes, size_t count, const page_limits *limits, page *result) {
  const int depth = page_depth(bytes, count, limits);
  if (depth != page_done) return depth;
  page_memory *memory = malloc(sizeof(page_memory));
  if (!memory) return page_is_too_large;
  memory_begin(memory, limits->most_memory, limits->most_seconds);
  if (setjmp(memory->refused)) {
    memory_end(memory);
    free(memory);
    return page_is_too_large;
  }
  GumboOptions options = {
      .allocator = memory_take,
      .deallocator = memory_give,
      .userdata = memory,
      .tab_stop = 1,
      .max_errors = 0,
      .fragment_context = GUMBO_TAG_LAST,
      .fragment_namespace = GUMBO_NAMESPACE_HTML,
  };
  GumboOutput *output = found_gumbo_parse_with_options(&options, bytes, count);
  result->memory = memory;
  if (!flatten(output->document, limits, result)) {
    memory_end(memory);
    free(memory);
    return page_is_too_deep;
  }
  return page_done;
}

void page_free(page *it) {
  memory_end(it->memory);
  free(it->memory);
}
