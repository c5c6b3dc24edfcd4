// Switch control: keys that a person's switches send, and the frame that goes over the controls.

/**
 * The keys of the first and the second switch, as `KeyboardEvent.code` names them. Enter of a number pad counts as Enter.
 * @type {Record<string, Record<string, string>>}
 */
const SWITCHES = {
  "space-enter": { Space: "first", Enter: "second", NumpadEnter: "second" },
  "1-2": { Digit1: "first", Numpad1: "first", Digit2: "second", Numpad2: "second" },
  "f7-f8": { F7: "first", F8: "second" },
};

/** @param {Look} look */
function dressSwitches(look) {
  if (look.switches === "off") {
    delete page.dataset.switches;
    delete page.dataset.keys;
  } else {
    page.dataset.switches = look.switches;
    page.dataset.keys = look.keys;
  }
}

/** @param {KeyboardEvent} event */
const switchOf = (event) => page.dataset.switches === undefined ? undefined : SWITCHES[page.dataset.keys ?? ""]?.[event.code];

// A switch does nothing else: neither types into a field nor presses what has the focus. One that is held down counts once.
document.addEventListener("keydown", (event) => {
  const pressed = switchOf(event);
  if (!pressed || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!event.repeat) say("switch", { switch: pressed });
}, { capture: true });
for (const kind of ["keyup", "keypress"]) {
  document.addEventListener(kind, (event) => {
    if (!(event instanceof KeyboardEvent) || !switchOf(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, { capture: true });
}

/** The first element in the frame that was shown last, so that the page scrolls only when the frame moves. */
let lastScanned = "";

function showScanned() {
  const all = document.querySelectorAll("[data-scanned]");
  const first = all[0]?.id ?? "";
  if (first !== lastScanned) all[0]?.scrollIntoView({ block: "nearest" });
  lastScanned = first;
}
