#include "webfiles.h"

// The compiler puts the files into the program as they are, and builds this again when one of them changes.
static const unsigned char face_js[] = {
#embed "files/face.js"
};
static const unsigned char look_css[] = {
#embed "files/look.css"
};

#define FILE_OF(name, bytes) {name, bytes, sizeof bytes}
const WebFile webfiles[] = {
  FILE_OF("face.js", face_js),
  FILE_OF("look.css", look_css),
};
const size_t webfiles_count = sizeof webfiles / sizeof webfiles[0];
