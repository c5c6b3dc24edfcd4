// Web Push: the subscription of this browser, to which the product's server sends what comes while no page is open.

/** The key that the server sends with; empty while the person wants no notifications. */
let pushKey = "";
let isAskingForPush = false;

/** @param {string} key */
function wish(key) {
  pushKey = key;
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
