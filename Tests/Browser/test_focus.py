"""The focus over random changes of a screen: it stays on what is there, and goes to what is nearest when that is gone."""

import pytest
from hands import go
from rotation import part

# A screen of parts with rows and controls, changed at random as the server would: the messages come out of the page's own socket.
# After each, the rules are asked about the focus. Returns what broke one.
PROPERTY = """([seed, steps]) => {
  const hear = window.told;
  let state = seed;
  const random = (most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  const pick = (list) => list[random(list.length)];
  let given = 0;
  const control = (id) =>
    pick([`<button type="button" id="${id}">Press ${id}</button>`, `<a href="#" id="${id}">Go ${id}</a>`,
          `<input id="${id}" aria-label="${id}">`]);
  const row = (id) => `<li class="row" id="${id}">Row ${control(`${id}.does`)}${random(2) ? control(`${id}.more`) : ""}</li>`;
  const part = (id) => `<div id="${id}" data-in="${id}"><h2>Part ${id}</h2>${control(`${id}.first`)}
    <div class="list" id="${id}.list"><ul class="rows" data-in="${id}.list">${[...Array(random(4))].map(() => row(`${id}.list.r${given++}`)).join("")}</ul></div>
    ${control(`${id}.last`)}</div>`;
  const main = document.getElementById("frame-main");
  main.innerHTML = `<h1>Screen</h1><div id="root" data-in="root">${[0, 1, 2].map(() => part(`p${given++}`)).join("")}</div>`;
  const ids = (selector) => [...main.querySelectorAll(selector)].map((one) => one.id).filter((id) => id);
  const isControl = (node) => node && node.matches("button, a, input");
  const broken = [];
  for (let step = 0; step < steps; step += 1) {
    const controls = ids("button, a, input");
    if (controls.length < 4) document.getElementById("root").insertAdjacentHTML("beforeend", part(`p${given++}`));
    if (random(3) === 0 || !isControl(document.activeElement)) document.getElementById(pick(ids("button, a, input"))).focus();
    const focused = document.activeElement;
    const id = focused.id;
    const own = focused.closest(".row");
    const list = own && own.closest(".list").id;
    const rows = own ? [...own.parentElement.children].map((one) => one.id).filter((one) => one) : [];
    const at = own ? rows.indexOf(own.id) : -1;
    const holder = focused.closest("#root > div").id;
    const changes = [];
    const gone = new Set();
    for (let count = 1 + random(4); count > 0; count -= 1) {
      const target = pick(ids("button, a, input, .row, #root > div"));
      const kind = random(6);
      if (gone.has(target)) continue;
      const node = document.getElementById(target);
      // Half of the changes concern what has the focus, or what holds it.
      const near = random(2) ? pick([id, own ? own.id : id, random(5) ? id : holder]) : target;
      if (kind < 2) { changes.push(["remove", near]); gone.add(near); }
      else if (kind === 2) { const parent = pick(ids(".list")); if (parent) changes.push(["insert", parent, null, row(`${parent}.r${given++}`)]); }
      else if (kind === 3 && node.matches("button, a, input")) changes.push(["whole", target, control(target)]);
      else if (kind === 4 && own && !gone.has(own.id)) changes.push(["move", own.id, list, random(2) ? null : pick(rows)]);
      else if (kind === 5) changes.push(["own", id, control(id)]);
    }
    hear({ changes });
    const now = document.activeElement;
    const tell = (rule) => broken.push(`${rule}: seed ${seed}, step ${step}, ${id} to ${now.tagName} ${now.id}: ${JSON.stringify(changes)}`);
    const still = document.getElementById(id);
    if (now === document.body || !now.isConnected || !main.contains(now)) tell("lost");
    else if (still) { if (now !== still) tell("left"); }
    else {
      const left = own && !document.getElementById(own.id) ? [...rows.slice(at + 1), ...rows.slice(0, at).reverse()].filter((one) => document.getElementById(one)?.closest(".list")?.id === list && document.getElementById(one).querySelector("button, a, input")) : [];
      if (left.length) { if (now.closest(".row")?.id !== left[0]) tell(`not the next row, ${left[0]}`); }
      else if (document.getElementById(holder) && now.closest("#root > div")?.id !== holder) tell("out of its part");
    }
    if (broken.length > 3) break;
  }
  return broken;
}"""


# `told` is a message of the server.
SOCKET = """(() => {
  const Own = WebSocket;
  window.WebSocket = class extends Own {
    constructor(...words) { super(...words); window.line = this; }
  };
  window.told = (told) => {
    const revision = Number(document.body.dataset.revision);
    window.line.dispatchEvent(new MessageEvent("message", { data: JSON.stringify({ revision, ...told }) }));
  };
})()"""


@pytest.fixture(autouse=True)
def socket(visits):
    visits.script = SOCKET


@pytest.mark.parametrize("seed", part(range(8), 3))
def test_the_focus_is_never_lost_and_goes_to_what_is_nearest(visits, profile, seed):
    page = visits.page("yhealth", "/settings", profile, reduced_motion="reduce" if seed % 2 else "no-preference")
    assert page.evaluate(PROPERTY, [seed + 1, 300]) == []


def test_the_heading_of_the_screen_gets_it_when_nothing_of_its_part_is_left(visits, profile):
    page = visits.page("yhealth", "/settings", profile)
    page.locator("#frame-main a").first.focus()
    page.evaluate("""() => {
        const link = document.activeElement;
        for (let part = link; part.parentElement.id !== "frame-main"; part = part.parentElement) part.dataset.away = "";
        const gone = [...document.querySelectorAll("#frame-main > *")].filter((one) => !one.matches("h1") && one.id);
        window.told({ changes: gone.map((one) => ["remove", one.id]) });
    }""")
    assert page.evaluate("document.activeElement.tagName") == "H1"
    # Nobody is moved who has not been anywhere.
    go(page, "/settings")
    page.evaluate("document.activeElement.blur()")
    page.evaluate("() => window.told({ changes: [...document.querySelectorAll('#frame-main [id]')].slice(1, 3).map((one) => ['remove', one.id]) })")
    assert page.evaluate("document.activeElement === document.body")
