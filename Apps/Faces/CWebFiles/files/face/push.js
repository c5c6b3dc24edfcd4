// Web Push: the subscription of this browser, to which the product's server sends what comes while no page is open.

/** The key that the server sends with; empty while the person wants no notifications. */
let pushKey = "";
/** The key with which it signs what it sends to this place. */
let pushSignature = "";
let isAskingForPush = false;

/**
 * @param {string} key
 * @param {string} signature
 */
function wish(key, signature) {
  [pushKey, pushSignature] = [key, signature];
  if (key === "" && "indexedDB" in window) keepSignature("").catch(() => {});
  subscribe().catch(() => {});
}

async function subscribe() {
  const key = pushKey;
  if (key === "" || !("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) return;
  if (Notification.permission === "default") return askForPush();
  if (Notification.permission !== "granted") return;
  const { pushManager } = await navigator.serviceWorker.ready;
  const former = await pushManager.getSubscription();
  if (former && encoded(former.options.applicationServerKey) !== key) await former.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  await keepSignature(pushSignature);
  if (key === pushKey) say("push_address", { service: "web", subscription: { endpoint, keys }, base });
}

/** Browsers ask a person only after a press. */
function askForPush() {
  if (isAskingForPush) return;
  isAskingForPush = true;
  document.addEventListener("click", () => {
    isAskingForPush = false;
    if (pushKey !== "") Notification.requestPermission().then(() => subscribe()).catch(() => {});
  }, { once: true });
}

/**
 * Gives the worker the key with which it checks what comes for this place, or takes it from it: one that verifies and cannot be read.
 * @param {string} text in base64url; empty for none
 */
async function keepSignature(text) {
  const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));
  const key = text === "" ? null : await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  await new Promise((done, fail) => {
    const opening = indexedDB.open("push", 1);
    opening.onupgradeneeded = () => ["keys", "shown"].forEach((one) => opening.result.createObjectStore(one));
    opening.onerror = () => fail(opening.error);
    opening.onsuccess = () => {
      const change = opening.result.transaction("keys", "readwrite");
      if (key) change.objectStore("keys").put(key, base);
      else change.objectStore("keys").delete(base);
      change.oncomplete = () => {
        opening.result.close();
        done(undefined);
      };
      change.onabort = () => fail(change.error);
    };
  });
}

/** @param {ArrayBuffer | null} bytes */
function encoded(bytes) {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))));
  return text.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/**
 * Shows the number of unread notifications on the icon of an installed app; 0 removes it.
 * @param {number} unread
 */
function showUnread(unread) {
  const icons = /** @type {{setAppBadge?: (count: number) => Promise<void>, clearAppBadge?: () => Promise<void>}} */ (/** @type {unknown} */ (navigator));
  (unread > 0 ? icons.setAppBadge?.(unread) : icons.clearAppBadge?.())?.catch(() => {});
}
