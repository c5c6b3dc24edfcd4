extension PageCase {
  static let aria: [PageCase] = [
    PageCase(
      rule: "aria-defined", passed: ["<p aria-label=x>"], failed: ["<p aria-labl=x>", "<p aria-label=x aria-foo>"],
      inapplicable: ["<p>", "<p data-aria-foo>"]),
    PageCase(
      rule: "aria-valid",
      passed: [
        "<p aria-hidden=true>", "<p aria-level=2>", "<p aria-relevant='text additions'>", "<p aria-valuenow=1.5>",
      ],
      failed: [
        "<p aria-hidden=yes>", "<p aria-level=two>", "<p aria-relevant='text more'>", "<p aria-valuenow=x>",
        "<p aria-activedescendant='a b'>",
      ],
      inapplicable: ["<p aria-hidden=''>", "<p>"]),
    PageCase(
      rule: "aria-permitted",
      passed: [
        "<button aria-pressed=true>x", "<p aria-live=polite>x", "<h2 aria-level=3>x",
        "<div role=slider aria-valuenow=1>x",
      ],
      failed: [
        "<p aria-checked=true>x", "<button aria-sort=none>x", "<div aria-label=x>y", "<p aria-labelledby=a id=a>x",
      ],
      inapplicable: ["<p>x", "<p hidden aria-checked=true>x"]),
    PageCase(
      rule: "aria-controls",
      passed: ["<div role=combobox aria-expanded=true aria-controls=l></div><ul role=listbox id=l></ul>"],
      failed: [
        "<div role=combobox aria-expanded=true aria-controls=m></div>", "<div role=scrollbar aria-controls=m></div>",
      ],
      inapplicable: ["<div role=combobox aria-expanded=false aria-controls=m></div>"]),
    PageCase(
      rule: "aria-reference", passed: ["<div role=group aria-labelledby='a b'></div><p id=b>x"],
      failed: ["<div role=group aria-labelledby=a></div>", "<input aria-describedby=a>"],
      inapplicable: ["<p aria-controls=a>x"]),
    PageCase(
      rule: "role-valid", passed: ["<p role=note>x", "<p role='foo NOTE'>x"],
      failed: ["<p role=foo>x", "<p role=widget>x"],
      inapplicable: ["<p>x", "<p role=''>x", "<p role=foo hidden>x"]),
    PageCase(
      rule: "aria-required",
      passed: ["<div role=checkbox aria-checked=false>x", "<input type=checkbox role=switch>", "<div role=option>x"],
      failed: [
        "<div role=checkbox>x", "<div role=slider>x", "<div role=heading>x", "<div role=separator tabindex=0></div>",
        "<input role=combobox aria-expanded=true>",
      ],
      inapplicable: ["<p>x", "<input type=checkbox role=checkbox>", "<div role=checkbox hidden>x"]),
    PageCase(
      rule: "hidden-focus", passed: ["<p aria-hidden=true>x", "<p aria-hidden=true><a href=/ tabindex=-1>x</a>"],
      failed: ["<p aria-hidden=true><a href=/>x</a>", "<button aria-hidden=true>x</button>"],
      inapplicable: ["<button>x</button>", "<button aria-hidden=false>x</button>"],
      undecided: ["<script></script><p aria-hidden=true><a href=/ style='position: absolute; left: -9999px'>x</a>"]),
    PageCase(
      rule: "presentational-focus", passed: ["<button>x</button>"],
      failed: ["<button><span tabindex=0>x</span></button>", "<div role=img><a href=/>x</a></div>"],
      inapplicable: ["<a href=/>x</a>"]),
    PageCase(
      rule: "nested-control", passed: ["<a href=/>x</a>"], failed: ["<a href=/><button>x</button></a>"],
      inapplicable: ["<button>x</button>"]),
    PageCase(
      rule: "aria-context",
      passed: [
        "<div role=list><div role=listitem>x</div></div>", "<div role=list><div><div role=listitem>x</div></div></div>",
        "<div role=list aria-owns=i></div><div id=i role=listitem>x</div>",
        "<ul><li role=listitem>x</ul><table role=table><tr role=row><td role=cell>x</table><div role=tablist><div role=tab>x</div></div>",
      ],
      failed: [
        "<div role=listitem>x</div>", "<div role=list><div aria-live=polite><div role=listitem>x</div></div></div>",
        "<div role=tabpanel><div role=tab>x</div></div>",
      ],
      inapplicable: ["<ul><li>x</ul>", "<div role=listitem hidden>x</div>"]),
    PageCase(
      rule: "aria-owned",
      passed: [
        "<div role=list><div role=listitem>x</div></div>",
        "<div role=menu><div role=group><div role=menuitem>x</div></div></div>", "<div role=list></div>",
      ],
      failed: [
        "<div role=list><span>x</span></div>", "<div role=tablist><button>x</button></div>",
        "<div role=menu><div role=group><a href=/>x</a></div></div>",
      ],
      inapplicable: ["<ul><p>x</ul>", "<div role=list aria-busy=true><span>x</span></div>"]),
  ]
  static let looks: [PageCase] = [
    PageCase(
      rule: "contrast",
      passed: [
        "<p>x y", "<p style='color: #767676'>some text", "<p style='color: #949494; font-size: 24px'>some text",
        "<p style='color: #949494; font-size: 14pt; font-weight: bold'>some text",
        "<p style='background: #000; color: rgba(255, 255, 255, 0.5)'>some text", "<p style='color: #ccc'>— — —",
        "<style>.dim { color: #777 } p.dim { color: #000 !important }</style><p class=dim style='color: #ccc'>some text",
      ],
      failed: [
        "<p style='color: #777'>some text", "<p style='color: #959595; font-size: 24px'>some text",
        "<p style='background: #000; color: rgba(255, 255, 255, 0.4)'>some text",
        "<p style='opacity: 0.5'>some <b>text</b>",
        "<div style='background: #000'><a href=/>some text</a></div>", "<p style='color: hsl(0, 0%, 50%)'>some text",
        "<style>.dim { color: silver }</style><p class=dim>some text",
      ],
      inapplicable: [
        "<p></p>", "<p hidden style='color: #777'>some text", "<button disabled style='color: #777'>some text</button>",
        "<label style='color: #777'>some text <input disabled></label>", "<p style='color: #fff'>some text",
        "<p style='position: absolute; left: -9999px; color: #777'>some text",
      ],
      undecided: [
        "<p style='color: #777; background: url(a.png)'>some text",
        "<p style='color: #777; text-shadow: 1px 1px #000'>some text",
        "<p style='color: var(--ink)'>some text", "<p style='color: #777; position: absolute'>some text",
      ]),
    PageCase(
      rule: "letter-spacing-important", passed: ["<p style='letter-spacing: 0.12em !important'>some text"],
      failed: [
        "<p style='letter-spacing: 0.1em !important'>some text",
        "<p style='font-size: 20px; letter-spacing: 2px !important'>some text",
      ],
      inapplicable: ["<p style='letter-spacing: 0.1em'>some text", "<p style='letter-spacing: 0 !important'></p>"]),
    PageCase(
      rule: "word-spacing-important", passed: ["<p style='word-spacing: 0.2em !important'>some text"],
      failed: ["<p style='word-spacing: normal !important'>some text"],
      inapplicable: ["<p style='word-spacing: 0'>some text"]),
    PageCase(
      rule: "line-height-important", passed: ["<p style='line-height: 1.5 !important'>some text"],
      failed: ["<p style='line-height: 120% !important'>some text that is longer than a narrow line may hold"],
      inapplicable: ["<p style='line-height: 1'>some text"],
      undecided: ["<p style='line-height: normal !important'>some text", "<p style='line-height: 1 !important'>text"]),
    PageCase(
      rule: "clipped-when-enlarged", inapplicable: ["<p style='overflow: hidden'>some text"],
      undecided: ["<p style='overflow: hidden; height: 20px'>some text"]),
  ]
}
