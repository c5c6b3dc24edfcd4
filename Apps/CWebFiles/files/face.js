// The web face: what a page does in the browser.
"use strict";
