extension PageCase {
  static let names: [PageCase] = [
    PageCase(
      rule: "button-name",
      passed: ["<button>Send</button>", "<div role=button aria-label=Send></div>", "<input type=submit>"],
      failed: ["<button></button>", "<button><span aria-hidden=true>Send</span></button>", "<input type=button>"],
      inapplicable: ["<p>Send", "<button hidden></button>", "<button role=link></button>"]),
    PageCase(
      rule: "link-name", passed: ["<a href=/>Home</a>", "<a href=/><img alt=Home src=h.png></a>"],
      failed: ["<a href=/></a>", "<a href=/><img src=h.png alt=''></a>", "<span role=link tabindex=0></span>"],
      inapplicable: ["<a>Home</a>", "<a href=/ aria-hidden=true></a>"]),
    PageCase(
      rule: "menuitem-name", passed: ["<ul role=menu><li role=menuitem>New</ul>"],
      failed: ["<ul role=menu><li role=menuitem><b></b></ul>"], inapplicable: ["<ul><li>New</ul>"]),
    PageCase(
      rule: "summary-name", passed: ["<details><summary>More</summary>Text</details>"],
      failed: ["<details><summary></summary>Text</details>"],
      inapplicable: ["<details>Text</details>", "<summary></summary>"]),
    PageCase(
      rule: "heading-name", passed: ["<h1>News</h1>", "<div role=heading aria-level=2>News</div>"],
      failed: ["<h1></h1>", "<h2><img src=a.png alt=''></h2>"], inapplicable: ["<p>News", "<h1 hidden></h1>"]),
    PageCase(
      rule: "iframe-name", passed: ["<iframe title=Map src=/map></iframe>"], failed: ["<iframe src=/map></iframe>"],
      inapplicable: ["<iframe tabindex=-1></iframe>", "<p>Map"]),
    PageCase(
      rule: "dialog-name", passed: ["<div role=dialog aria-labelledby=h><h2 id=h>Delete</h2></div>"],
      failed: ["<dialog open><p>Delete</p></dialog>"], inapplicable: ["<dialog><p>Delete</p></dialog>"]),
    PageCase(
      rule: "widget-name", passed: ["<label>Loaded <progress value=1></progress></label>", "<div role=tab>One</div>"],
      failed: ["<progress value=1></progress>", "<div role=tooltip></div>"], inapplicable: ["<p>One"]),
    PageCase(
      rule: "label-in-name", passed: ["<button aria-label='Search the shop'>Search</button>"],
      failed: ["<button aria-label='Find'>Search</button>", "<a href=/ aria-label='Researching'>Search</a>"],
      inapplicable: ["<button>Search</button>", "<button aria-label=Search></button>"],
      undecided: ["<button aria-label=Close>X</button>"]),
  ]
  static let images: [PageCase] = [
    PageCase(
      rule: "image-name", passed: ["<img src=a.png alt=Cat>", "<div role=img aria-label=Cat></div>"],
      failed: ["<img src=a.png>", "<img src=a.png role=none tabindex=0>", "<div role=img></div>"],
      inapplicable: ["<img src=a.png alt=''>", "<p>Cat"]),
    PageCase(
      rule: "image-button-name", passed: ["<input type=image src=a.png alt=Send>"],
      failed: ["<input type=image src=a.png>", "<input type=image src=a.png alt=''>"],
      inapplicable: ["<input type=submit>"]),
    PageCase(
      rule: "svg-name", passed: ["<svg role=img><title>Cat</title><path/></svg>"],
      failed: ["<svg role=img><path/></svg>"], inapplicable: ["<svg><path/></svg>"]),
    PageCase(
      rule: "object-name", passed: ["<object data=a.png title=Cat></object>"],
      failed: ["<object data=a.mp4></object>", "<object data=x type=image/png></object>"],
      inapplicable: ["<object data=a.html></object>", "<object></object>"], undecided: ["<object data=a></object>"]),
    PageCase(
      rule: "area-name",
      passed: ["<img usemap=#m alt=Map src=m.png><map name=m><area href=/n alt=North coords=0,0,9,9></map>"],
      failed: ["<img usemap=#m alt=Map src=m.png><map name=m><area href=/n coords=0,0,9,9></map>"],
      inapplicable: ["<map name=m><area coords=0,0,9,9></map>"]),
    PageCase(
      rule: "image-map", failed: ["<a href=/m><img ismap src=m.png alt=Map></a>"],
      inapplicable: ["<a href=/m><img src=m.png alt=Map></a>", "<img ismap src=m.png alt=Map>"]),
    PageCase(
      rule: "decorative-exposed", passed: ["<img src=a.png alt=''>", "<ul role=none><li>One</ul>"],
      failed: ["<img src=a.png alt='' aria-label=Cat>", "<a href=/ role=none>Home</a>"],
      inapplicable: ["<img src=a.png alt=Cat>"]),
    PageCase(
      rule: "image-decorative", inapplicable: ["<img src=a.png alt=Cat>", "<p>Cat"],
      undecided: ["<img src=a.png alt=''>", "<svg><path/></svg>", "<img src=a.png alt=Cat aria-hidden=true>"]),
    PageCase(
      rule: "image-text", inapplicable: ["<p>Sale", "<img alt=Sale src=s.png hidden>"],
      undecided: ["<img alt=Sale src=s.png>"]),
  ]
  static let forms: [PageCase] = [
    PageCase(
      rule: "field-name",
      passed: [
        "<label>Name <input></label>", "<label for=n>Name</label><input id=n>", "<input aria-label=Name>",
        "<input placeholder=Name>", "<select title=Country><option>France</select>",
      ],
      failed: [
        "<input>", "<label>Name</label><input>", "<div role=checkbox aria-checked=true></div>",
        "<select><option>A</select>",
      ],
      inapplicable: ["<input type=hidden>", "<input aria-hidden=true>", "<button></button>"]),
    PageCase(
      rule: "label-target", passed: ["<label for=n>Name</label><input id=n>"],
      failed: ["<label for=m>Name</label><input id=n>"],
      inapplicable: ["<label>Name <input></label>"]),
    PageCase(
      rule: "autocomplete",
      passed: [
        "<input autocomplete=email>", "<input autocomplete='section-a shipping street-address'>",
        "<input autocomplete='HOME tel'>", "<input autocomplete='username webauthn'>",
      ],
      failed: [
        "<input autocomplete=mail>", "<input autocomplete='email shipping'>", "<input autocomplete='home name'>",
        "<input autocomplete='on email'>",
      ],
      inapplicable: [
        "<input autocomplete=off>", "<input autocomplete>", "<input type=submit autocomplete=x>",
        "<input disabled autocomplete=x>",
      ]),
    PageCase(
      rule: "field-group",
      passed: ["<fieldset><legend>Size</legend><input type=radio name=s><input type=radio name=s></fieldset>"],
      inapplicable: ["<input type=radio name=s><input type=radio name=t>"],
      undecided: ["<input type=radio name=s><input type=radio name=s>"]),
    PageCase(rule: "field-error", inapplicable: ["<p>Name"], undecided: ["<input aria-label=Name>"]),
  ]
}
