// Form fields: sending input, and showing the server's values.

/**
 * All fields, including disabled ones: their last input may have been rejected, so they must show the server's value.
 * @param {ParentNode} root
 * @returns {Field[]}
 */
const fields = (root) => /** @type {Field[]} */ ([...root.querySelectorAll("[data-set], input:disabled, select:disabled, textarea:disabled")]);

/** @param {Field} field */
const owner = (field) => field.dataset.for ?? field.id;

/** @param {Field} field */
const isSaid = (field) => waiting.some((said) => said.field === field.id || said.with.id === owner(field));

/**
 * Shows the server's value in the field, unless the person typed or sent another one since.
 * @param {Field} field
 */
function settle(field) {
  if (typed.has(field.id) || isSaid(field)) return;
  if (field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio")) {
    if (field.checked !== field.defaultChecked) field.checked = field.defaultChecked;
  } else if (field instanceof HTMLSelectElement) {
    const chosen = [...field.options].findIndex((option) => option.defaultSelected);
    if (chosen >= 0 && field.selectedIndex !== chosen) field.selectedIndex = chosen;
  } else if (field.value !== field.defaultValue) {
    const [start, end] = caret(field);
    field.value = field.defaultValue;
    if (document.activeElement === field && start !== null) field.setSelectionRange(start, end);
  }
}

/**
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 * @returns {[number | null, number | null]}
 */
function caret(field) {
  try {
    return [field.selectionStart, field.selectionEnd];
  } catch {
    return [null, null];
  }
}

/**
 * @param {Event} event
 * @returns {Field | null}
 */
function fieldOf(event) {
  const target = event.target;
  return target instanceof Element && target.matches("[data-set]") ? /** @type {Field} */ (target) : null;
}

document.addEventListener("input", (event) => {
  const field = fieldOf(event);
  if (!field || field.dataset.set !== "edit") return;
  typed.add(field.id);
  if (field.dataset.draft !== undefined && !(event instanceof InputEvent && event.isComposing)) draft(field);
});

document.addEventListener("compositionend", (event) => {
  const field = fieldOf(event);
  if (field?.dataset.draft !== undefined) draft(field);
});

/**
 * Sends the text typed so far. One request at a time, so that a slow server gets the latest text instead of every version.
 * @param {Field} field
 */
function draft(field) {
  if (isSaid(field)) return;
  typed.delete(field.id);
  say("act", { id: owner(field), action: "draft", value: field.value }, field);
}

/** Sends text that was typed while the previous draft was unanswered. */
function resend() {
  for (const id of [...typed]) {
    const field = byID(id);
    if (field && field.dataset.draft !== undefined && !isSaid(/** @type {Field} */ (field))) draft(/** @type {Field} */ (field));
  }
}

document.addEventListener("change", (event) => {
  const field = fieldOf(event);
  if (field?.dataset.enter !== undefined && field.value === entered) return;
  if (field && !(isClock(field) && document.activeElement === field)) commit(field);
});

document.addEventListener("focusout", (event) => {
  const field = fieldOf(event);
  if (field && isClock(field) && typed.has(field.id)) commit(field);
});

/**
 * Whether the field is a date or a time. Browsers report a change at every complete value, such as 06:04 while 06:45 is
 * typed, so these fields are committed when they lose the focus.
 * @param {Field} field
 */
const isClock = (field) => ["time", "date", "month", "week", "datetime-local"].includes(field.type);

/** @param {Field} field */
function commit(field) {
  const id = owner(field);
  if (field.dataset.set === "edit") {
    typed.delete(field.id);
    say("type", { id, text: field.value }, field);
  } else if (field.dataset.set === "activate") {
    say("tap", { id: field instanceof HTMLSelectElement ? field.value : id }, field);
  } else if (field instanceof HTMLInputElement && field.type === "checkbox") {
    say("choose", { id, value: field.checked }, field);
  } else {
    say("choose", { id, value: field.dataset.number !== undefined ? Number(field.value) : field.value }, field);
  }
}

// A requested photo is uploaded with a request of its own.

/** Opens the browser's file dialog if the last press still permits it; otherwise focuses the field. */
function pick() {
  const field = document.querySelector("[data-attach]");
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  const presses = /** @type {{userActivation?: {isActive: boolean}}} */ (/** @type {unknown} */ (navigator));
  if (presses.userActivation?.isActive) field.click();
}

document.addEventListener("change", async (event) => {
  const field = event.target;
  if (!(field instanceof HTMLInputElement) || field.dataset.attach === undefined) return;
  const file = field.files?.[0];
  if (!file) return;
  const largest = Number(field.dataset.attach);
  const sorry = file.size > largest
    ? `This photo is larger than ${Math.floor(largest / 2 ** 20)} MB. Choose a smaller one.`
    : await handed(file);
  if (!sorry) return;
  field.value = "";
  speak({ sorry }, false);
  field.focus();
});

/**
 * @param {File} file
 * @returns {Promise<string | null>} why it was not taken
 */
async function handed(file) {
  const answer = await fetch(`${base}/-/photo?${new URLSearchParams({ tab })}`, {
    method: "POST", headers: { "content-type": "application/octet-stream" }, body: file,
  }).catch(() => null);
  if (answer?.ok) return null;
  if (answer?.status === 409) return await answer.text();
  return answer ? "This tab was closed meanwhile. Load the page again." : "The photo did not arrive. Choose it again.";
}

/** What was sent by the Enter key last. It was committed then, and not again when its field loses the focus. */
let entered = "";

// Enter in a field that sends or adds what is typed. In one of several lines, Shift and Enter begin a new line.
document.addEventListener("keydown", (event) => {
  const field = fieldOf(event);
  if (event.key !== "Enter" || event.isComposing || field?.dataset.enter === undefined) return;
  if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  if (event.repeat) return;
  entered = field.value;
  const isChanged = !(field instanceof HTMLSelectElement) && field.value !== field.defaultValue;
  if (typed.has(field.id) || isChanged) commit(field);
  say("act", { id: owner(field), action: "submit" });
});

// Enter in a field commits its value and activates no button.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.id !== "acts") return;
  event.preventDefault();
  const field = document.activeElement;
  if (field instanceof HTMLElement && typed.has(field.id)) commit(/** @type {Field} */ (/** @type {unknown} */ (field)));
});

// A browser shows no more of a focused text area than the line of the caret.
document.addEventListener("focusin", (event) => {
  if (event.target instanceof HTMLTextAreaElement) event.target.scrollIntoView({ block: "nearest" });
});
