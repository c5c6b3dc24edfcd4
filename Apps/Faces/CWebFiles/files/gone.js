// The script of the offline page: polls the server and reloads once it answers.
// @ts-check
"use strict";

async function look() {
  const answer = await fetch("/-/gone", { method: "HEAD", cache: "no-store", headers: { "x-look": "1" } }).catch(() => null);
  if (answer?.ok) location.reload();
  else setTimeout(look, 2000);
}
setTimeout(look, 2000);
