// What answers for Troupe while its process is gone: one page that says so, and comes back by itself. Nothing that a
// person entered is kept here; every other request goes to the server as if this file were not there.
// @ts-check
"use strict";

const SHELF = "away-1";
const PAGE = "/-/gone";

/** @typedef {Event & {waitUntil: (done: Promise<unknown>) => void}} Lasting */
/** @typedef {Event & {request: Request, preloadResponse?: Promise<Response | undefined>, respondWith: (answer: Promise<Response>) => void}} Asked */
/** @typedef {{registration: ServiceWorkerRegistration}} Registered */

self.addEventListener("install", (event) => {
  const keep = async () => {
    const shelf = await caches.open(SHELF);
    const page = await fetch(PAGE);
    const text = await page.clone().text();
    await shelf.put(PAGE, page);
    // What the page needs to look as it should.
    const files = [...text.matchAll(/(?:href|src)="(\/-\/[^"]+)"/g)].map((match) => match[1]);
    await shelf.addAll([...new Set(files)]);
  };
  /** @type {Lasting} */ (event).waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) if (name !== SHELF) await caches.delete(name);
    // A page that is asked for from here would not look like one to the server: a link from elsewhere would be refused.
    await /** @type {Registered} */ (/** @type {unknown} */ (self)).registration.navigationPreload?.enable();
  };
  /** @type {Lasting} */ (event).waitUntil(tidy());
});

self.addEventListener("fetch", (event) => {
  const asked = /** @type {Asked} */ (event);
  const { request } = asked;
  // Whoever asks whether we are back wants no answer of ours.
  if (request.headers.has("x-look")) return;
  const { pathname } = new URL(request.url);
  if (request.mode === "navigate") {
    const answer = async () => (await asked.preloadResponse) ?? fetch(request);
    asked.respondWith(answer().catch(async () => (await caches.match(PAGE)) ?? Response.error()));
  } else if (request.method === "GET" && pathname.startsWith("/-/")) {
    asked.respondWith(fetch(request).catch(async () => (await caches.match(request, { ignoreSearch: true })) ?? Response.error()));
  }
});
