#pragma once

/// Returns the commit that `Scripts/build-release` built; an empty text for any other build.
const char *build_commit(void);
