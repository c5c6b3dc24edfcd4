#pragma once
#include "CGumbo.h"

/// Estimates how deep the tags are nested, before the parser is asked: its time grows with the square of the depth.
/// Returns page_done, page_is_too_deep or page_has_too_many_attributes.
int page_depth(const char *bytes, size_t count, const page_limits *limits);
