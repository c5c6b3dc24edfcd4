#include "build_facts.h"

// `Scripts/build-release` writes the commit there for the time of its build.
#if !defined(DEBUG) && __has_embed("../../../.build/commit")
static const char commit[] = {
#embed "../../../.build/commit"
    , 0};
#else
static const char commit[] = {0};
#endif

const char *build_commit(void) { return commit; }
