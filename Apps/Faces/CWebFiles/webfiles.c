#include "webfiles.h"

// Embeds the files in the program; a change of one rebuilds this file. `face.js` is one module in twelve files, served
// as one.
static const unsigned char face_js[] = {
#embed "files/face/page.js"
  ,
#embed "files/face/places.js"
  ,
#embed "files/face/fields.js"
  ,
#embed "files/face/handover.js"
  ,
#embed "files/face/handout.js"
  ,
#embed "files/face/hands.js"
  ,
#embed "files/face/switches.js"
  ,
#embed "files/face/charts.js"
  ,
#embed "files/face/push.js"
  ,
#embed "files/face/speech.js"
  ,
#embed "files/face/feedback.js"
  ,
#embed "files/face/line.js"
};
static const unsigned char look_css[] = {
#embed "files/look.css"
};
static const unsigned char gone_js[] = {
#embed "files/gone.js"
};
static const unsigned char away_js[] = {
#embed "files/away.js"
};

#define FILE_OF(name, bytes) {name, bytes, sizeof bytes}
const WebFile webfiles[] = {
  FILE_OF("face.js", face_js),
  FILE_OF("look.css", look_css),
  FILE_OF("away.js", away_js),
  FILE_OF("gone.js", gone_js),
};
const size_t webfiles_count = sizeof webfiles / sizeof webfiles[0];
