// Measures the rendered page: controls and their order, target sizes, clipped text, focus rings, contrast. An expression
// that eyes.py evaluates in the page.
(() => {
  const REACHED = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], [contenteditable]";

  const isShown = (node) =>
    node.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true }) && node.getClientRects().length > 0;

  const name = (node) => {
    const holder = node.closest("[id]");
    const own = node.id || node.value && node.type === "radio" && `${node.name}=${node.value}` || "";
    const words = (node.getAttribute("aria-label") || node.textContent || "").trim().slice(0, 40);
    return own || `${holder ? holder.id : ""}>${node.tagName.toLowerCase()}${words ? ` “${words}”` : ""}`;
  };

  // The tab stops. A radio group has one: the checked radio, or the first.
  const controls = (root = document) =>
    [...root.querySelectorAll(REACHED)].filter((node) => {
      if (node.tabIndex < 0 || node.disabled || !isShown(node) || node.closest("[inert]")) return false;
      if (node.type !== "radio") return true;
      const group = [...document.getElementsByName(node.name)].filter((one) => one.type === "radio" && !one.disabled);
      return node === (group.find((one) => one.checked) ?? group[0]);
    });

  // All touch targets, including unchecked radios.
  const fingers = () =>
    [...document.querySelectorAll(REACHED)].filter((node) =>
      (node.tabIndex >= 0 || node.type === "radio") && !node.disabled && isShown(node) && !node.closest("[inert]") && !node.matches(".scroll"));

  // Text for screen readers only is clipped on purpose.
  const isForScreenReaders = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const { width, height } = at.getBoundingClientRect();
      if (width <= 1 && height <= 1 && getComputedStyle(at).overflow !== "visible") return true;
    }
    return false;
  };

  const box = (node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    return { left, top, right, bottom, width: right - left, height: bottom - top };
  };
  const around = (boxes) => {
    const left = Math.min(...boxes.map((one) => one.left)), right = Math.max(...boxes.map((one) => one.right));
    const top = Math.min(...boxes.map((one) => one.top)), bottom = Math.max(...boxes.map((one) => one.bottom));
    return { left, top, right, bottom, width: right - left, height: bottom - top };
  };

  // The largest box that activates the control: its own, its label's, or that of the card over which it is stretched.
  const target = (node) => {
    const boxes = [box(node)];
    for (const label of node.labels ?? []) if (isShown(label)) boxes.push(box(label), around([box(label), box(node)]));
    const over = getComputedStyle(node, "::after");
    if (over.content !== "none" && over.position === "absolute") {
      let holder = node;
      while (holder && getComputedStyle(holder).position === "static") holder = holder.parentElement;
      if (holder) boxes.push(box(holder));
    }
    return boxes.reduce((best, one) => Math.min(one.width, one.height) > Math.min(best.width, best.height) ? one : best);
  };

  const channels = (colour) => {
    const numbers = (colour.match(/[\d.]+/g) ?? []).map(Number);
    const [red = 0, green = 0, blue = 0, alpha = 1] = colour.startsWith("color(srgb") ? [...numbers.slice(0, 3).map((one) => one * 255), numbers[3] ?? 1] : numbers;
    return { red, green, blue, alpha };
  };
  const light = ({ red, green, blue }) => {
    const part = (value) => (value /= 255) <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
  };
  const contrast = (one, other) => {
    const [more, less] = [light(one), light(other)].sort((a, b) => b - a);
    return (more + 0.05) / (less + 0.05);
  };
  // The background colour behind a node, blended through transparent layers.
  const ground = (node) => {
    const layers = [];
    for (let at = node; at; at = at.parentElement) {
      const colour = channels(getComputedStyle(at).backgroundColor);
      if (colour.alpha > 0) layers.unshift(colour);
      if (colour.alpha === 1) break;
    }
    return layers.reduce((below, { red, green, blue, alpha }) => ({
      red: red * alpha + below.red * (1 - alpha), green: green * alpha + below.green * (1 - alpha),
      blue: blue * alpha + below.blue * (1 - alpha), alpha: 1,
    }), { red: 255, green: 255, blue: 255, alpha: 1 });
  };

  // Whether an ancestor clips what is drawn `far` pixels outside a node.
  const isCut = (node, far) => {
    const { left, top, right, bottom } = box(node);
    for (let at = node.parentElement; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      const holder = box(at);
      const [sideways, upright] = [overflowX, overflowY].map((one) => one === "clip" || one === "hidden");
      if (sideways && (left - far < holder.left - 0.5 || right + far > holder.right + 0.5)) return true;
      if (upright && (top - far < holder.top - 0.5 || bottom + far > holder.bottom + 0.5)) return true;
    }
    return false;
  };

  // The widest focus ring: around the control, the element it is stretched over, or its row.
  const ring = (node) => {
    const drawn = (style, at) => {
      const width = style.outlineStyle === "solid" ? parseFloat(style.outlineWidth) : 0;
      const offset = parseFloat(style.outlineOffset) || 0;
      return {
        width: width > 0 && isCut(at, width + offset) ? 0 : width,
        contrast: contrast(channels(style.outlineColor), ground(offset < 0 ? at : at.parentElement ?? at)),
      };
    };
    const places = [node, node.parentElement, node.closest("label"), node.closest(".row, .card, .meter, .option"), ...(node.labels ?? [])].filter(Boolean);
    const rings = places.flatMap((at) => [drawn(getComputedStyle(at), at), drawn(getComputedStyle(at, "::after"), at)]);
    return rings.reduce((best, one) => one.width > best.width ? one : best);
  };

  return {
    controls: () => controls().map(name),
    // Moves the focus to the named control, to continue tabbing from it; false if it is missing.
    goOnFrom: (wanted) => {
      const node = [...document.querySelectorAll(REACHED)].find((node) => name(node) === wanted);
      node?.focus();
      return !!node && document.activeElement === node;
    },
    // The controls as they are read: the parts of each box line by line, each line from left to right, and a part that
    // stands beside another one as a whole.
    inReadingOrder: () => {
      const all = new Set(controls(document.querySelector("main")));
      const holds = (node) => all.has(node) || [...node.children].some(holds);
      const read = (node) => {
        if (all.has(node)) return [name(node)];
        const lines = [];
        const parts = [...node.children].filter(holds).flatMap((part) =>
          part.getClientRects().length > 0 || all.has(part) ? [part] : [...part.children].filter(holds));
        const boxes = parts.map((part) => ({ part, ...box(part) }));
        for (const one of boxes.sort((a, b) => a.top - b.top)) {
          const line = lines.find((line) => one.top < line.bottom - 4);
          if (line) line.all.push(one);
          else lines.push({ bottom: one.bottom, all: [one] });
        }
        return lines.flatMap((line) => line.all.sort((a, b) => a.left - b.left).flatMap((one) => read(one.part)));
      };
      return read(document.querySelector("main"));
    },
    current: () => {
      const node = document.activeElement;
      if (!node || node === document.body || node === document.documentElement) return null;
      const { left, top, right, bottom } = node.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const hit = document.elementFromPoint(x, y);
      // A ring under the bottom bar is invisible.
      const isSeen = !!hit && (node.contains(hit) || hit.contains(node) || [...(node.labels ?? [])].some((label) => label.contains(hit)))
        && !(hit !== node && hit.contains(node) && getComputedStyle(hit).position === "fixed");
      return {
        name: name(node), tag: node.tagName.toLowerCase(), type: node.getAttribute("type") ?? "", id: node.id,
        top: Math.round(top), left: Math.round(left), isInMain: !!node.closest("main"), isInDialog: !!node.closest("#frame-dialog"), isSeen, ring: ring(node),
      };
    },
    targets: () => fingers().map((node) => ({ name: name(node), ...target(node) })).filter(({ left, right }) => right > 0 && left > -1000),
    // Pairs of targets of which a finger cannot be sure to hit the one it means: they overlap, or their centres are near.
    crowded: (least) => {
      const over = (node) => {
        for (let at = node; at && at !== document.body; at = at.parentElement) if (/fixed|sticky/.test(getComputedStyle(at).position)) return at;
        return null;
      };
      // What scrolls under a bar of the page, or under the foot of a sheet.
      const isUnder = (one, bar) => bar && one !== bar && (!one || (one.contains(bar) && getComputedStyle(bar).position === "sticky"));
      const holder = (node) => {
        if (getComputedStyle(node, "::after").position !== "absolute") return null;
        let at = node;
        while (at && getComputedStyle(at).position === "static") at = at.parentElement;
        return at;
      };
      const all = fingers().map((node) => ({ node, holder: holder(node), over: over(node), ...(node.type === "range" ? box(node) : target(node)) })).filter(({ left, right }) => right > 0 && left > -1000);
      const found = [];
      all.forEach((one, index) => {
        for (const other of all.slice(index + 1)) {
          // A button in a card stands above the card's own link.
          if (isUnder(one.over, other.over) || isUnder(other.over, one.over)) continue;
          if (one.node.contains(other.node) || other.node.contains(one.node)) continue;
          if (one.holder?.contains(other.node) || other.holder?.contains(one.node)) continue;
          const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
          const tall = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
          const apart = Math.hypot(one.left + one.right - other.left - other.right, one.top + one.bottom - other.top - other.bottom) / 2;
          if (wide > 1 && tall > 1) found.push(`${name(one.node)} and ${name(other.node)} overlap by ${Math.round(wide)} × ${Math.round(tall)}`);
          else if (apart < least) found.push(`${name(one.node)} and ${name(other.node)} are ${Math.round(apart)} apart`);
        }
      });
      return found;
    },
    // Text that exceeds the page or is clipped by an ancestor.
    cutOff: () => {
      const edge = document.documentElement.clientWidth;
      const found = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        const holder = text.parentElement;
        if (!text.nodeValue.trim() || !isShown(holder) || holder.closest(".skip, noscript, option, .scroll, [hidden]")) continue;
        if (isForScreenReaders(holder)) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const words = around([...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0));
        const said = `${name(holder)}: “${text.nodeValue.trim().slice(0, 40)}” (${Math.round(words.left)} to ${Math.round(words.right)})`;
        if (words.right > edge + 1 || words.left < -1) found.push(said);
        for (let at = holder; at && at !== document.body; at = at.parentElement) {
          const { overflowX, overflowY } = getComputedStyle(at);
          const whole = box(at);
          const isCut = /hidden|clip/.test(overflowX) && (words.right > whole.right + 1 || words.left < whole.left - 1)
            || /hidden|clip/.test(overflowY) && (words.bottom > whole.bottom + 1 || words.top < whole.top - 1);
          if (isCut) found.push(`${said} by ${name(at)}`);
        }
      }
      return found;
    },
    sideways: () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    // The contrast of each field's edge with its background.
    edges: () => [...document.querySelectorAll("main input:not([type=hidden]):not(:disabled), main select:not(:disabled), main textarea:not(:disabled)")].filter(isShown).map((node) => {
      const own = getComputedStyle(node);
      const holder = node.parentElement && parseFloat(own.borderTopWidth) === 0 ? node.parentElement : node;
      const style = getComputedStyle(holder);
      const isDrawnByBrowser = ["range", "radio", "checkbox"].includes(node.type) && own.appearance !== "none";
      return {
        name: name(node), isDrawnByBrowser,
        contrast: Math.max(contrast(channels(style.borderTopColor), ground(holder.parentElement)), contrast(ground(node), ground(holder.parentElement))),
      };
    }),
    // The contrast of chart lines, arcs and trends with the card behind them.
    strokes: () => [...document.querySelectorAll("svg .c-line, svg .c-arc, svg .c-trend")].filter(isShown).flatMap((node) => {
      const { stroke } = getComputedStyle(node);
      return stroke === "none" ? [] : [contrast(channels(stroke), ground(node.closest("svg").parentElement))];
    }),
    // The font size of each text, by its element.
    sizes: () => {
      const sizes = {};
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        const holder = text.parentElement;
        if (text.nodeValue.trim() && isShown(holder)) sizes[`${name(holder)} ${text.nodeValue.trim().slice(0, 20)}`] = parseFloat(getComputedStyle(holder).fontSize);
      }
      return sizes;
    },
  };
})()
