extension PageCase {
  static let documents: [PageCase] = [
    PageCase(
      rule: "title", passed: ["<title>News</title>"],
      failed: [
        "<p>News", "<title> </title>", "<svg><title>News</title></svg>", "<template><title>News</title></template>",
      ]),
    PageCase(
      rule: "viewport",
      passed: ["<meta name=viewport content='maximum-scale=2'>", "<meta name=viewport content='user-scalable=yes'>"],
      failed: [
        "<meta name=viewport content='user-scalable=no'>", "<meta name=viewport content='maximum-scale=1.0'>",
        "<meta name=viewport content='user-scalable=0.5'>", "<meta name=viewport content='maximum-scale=yes'>",
      ],
      inapplicable: [
        "<meta name=viewport content='width=device-width'>", "<meta name=viewpoint content='user-scalable=no'>",
      ]),
    PageCase(
      rule: "refresh",
      passed: ["<meta http-equiv=refresh content='0; url=/n'>", "<meta http-equiv=refresh content='72001'>"],
      failed: ["<meta http-equiv=refresh content='30'>", "<meta http-equiv=REFRESH content='72000; url=/n'>"],
      inapplicable: ["<meta http-equiv=refresh content='foo'>", "<meta http-equiv=refresh content='-1'>", "<p>News"]),
    PageCase(
      rule: "bypass", passed: ["<main>News</main>", "<h1>News</h1>"],
      undecided: ["<p>News", "<main hidden>News</main>"]),
    PageCase(rule: "moving-text", failed: ["<marquee>News</marquee>"], inapplicable: ["<p>News"]),
    PageCase(
      rule: "orientation",
      passed: ["<style>@media (orientation: portrait) { body { transform: rotate(180deg) } }</style><body>x"],
      failed: [
        "<style>@media (orientation: portrait) { body { transform: rotate(90deg) } }</style><body>x",
        "<style>@media (orientation: landscape) { body { rotate: 0.25turn } }</style><body>x",
        "<style>@media (orientation: landscape) { body { transform: matrix(0, 1, -1, 0, 0, 0) } }</style><body>x",
      ],
      inapplicable: ["<style>body { transform: rotate(90deg) }</style><body>x"]),
    PageCase(
      rule: "scrolled-by-key",
      passed: [
        "<div tabindex=0 style='overflow: auto; height: 9px'>Text</div>",
        "<div style='overflow: scroll'><a href=/>x</a></div>",
      ],
      inapplicable: ["<div>Text</div>"], undecided: ["<div style='overflow-y: scroll'>Text</div>"]),
    PageCase(
      rule: "iframe-focus", passed: ["<iframe srcdoc='<a href=/>x</a>'></iframe>"],
      failed: ["<iframe tabindex=-1 srcdoc='<a href=/>x</a>'></iframe>"],
      inapplicable: ["<iframe tabindex=-1 srcdoc='<p>x'></iframe>", "<p>x"],
      undecided: ["<iframe tabindex=-1 src=/n></iframe>"]),
    PageCase(
      rule: "tab-order", inapplicable: ["<button tabindex=0>x</button>"], undecided: ["<button tabindex=2>x</button>"]),
    PageCase(
      rule: "page-language", passed: ["<html lang=en>"], failed: ["<html>", "<html lang=' '>", "<html xml:lang=en>"]),
    PageCase(
      rule: "page-language-valid", passed: ["<html lang=en>", "<html lang=de-AT>", "<html lang=yue>"],
      failed: ["<html lang=em>", "<html lang=eng>", "<html lang=english>", "<html lang='#'>"],
      inapplicable: ["<html>", "<html lang=''>"], undecided: ["<html lang=xyz>"]),
    PageCase(
      rule: "language-valid", passed: ["<p lang=fr>Bonjour", "<p lang=fx><span lang=fr>Bonjour</span>"],
      failed: ["<p lang=fx>Bonjour", "<body lang=invalid>Hello"],
      inapplicable: ["<p>Bonjour", "<p lang=fx></p>"]),
    PageCase(
      rule: "page-language-right", inapplicable: ["<html>x", "<html lang=en>"], undecided: ["<html lang=en><p>Hello"]),
    PageCase(rule: "language-right", inapplicable: ["<p>x"], undecided: ["<p lang=fr>Bonjour"]),
  ]
  static let tables: [PageCase] = [
    PageCase(
      rule: "table-header-used",
      passed: [
        "<table><tr><th>Day<tr><td>Monday</table>", "<table><tr><th scope=row>Day<td>Monday</table>",
        "<table><tr><th id=a>Day<td headers=a>Monday</table>", "<table><tr><th colspan=2>Day<tr><td>1<td>2</table>",
      ],
      failed: [
        "<table><tr><th>Day</table>", "<table><tr><td>Monday<th scope=row>Day</table>",
        "<table><tr><th>A<th>B<tr><td>1</table>",
      ],
      inapplicable: ["<table><tr><td>Monday</table>", "<table role=none><tr><th>Day</table>"]),
    PageCase(
      rule: "table-headers", passed: ["<table><tr><th id=a>Day<tr><td headers=a>Monday</table>"],
      failed: [
        "<table><tr><th id=a>Day<tr><td headers=b>Monday</table>", "<table><tr><td id=a headers=a>Monday</table>",
        "<p id=a>Day</p><table><tr><td headers=a>Monday</table>",
        "<table><tr><th id=a>Day</table><table><tr><td headers=a>Monday</table>",
      ],
      inapplicable: ["<table><tr><td>Monday</table>", "<table role=none><tr><td headers=a>Monday</table>"]),
    PageCase(
      rule: "table-has-headers", passed: ["<table><tr><th>A<th>B<tr><td>1<td>2</table>"],
      inapplicable: ["<table><tr><td>1<td>2</table>"], undecided: ["<table><tr><td>A<td>B<tr><td>1<td>2</table>"]),
  ]
  static let structure: [PageCase] = [
    PageCase(
      rule: "heading-order", passed: ["<h1>A</h1><h2>B</h2><h3>C</h3><h2>D</h2>", "<h2>A</h2>"],
      failed: ["<h1>A</h1><h3>B</h3>", "<h1>A</h1><div role=heading aria-level=4>B</div>"],
      inapplicable: ["<p>A", "<h1 hidden>A</h1>"]),
    PageCase(
      rule: "list-structure", passed: ["<ul><li>One</ul>", "<dl><dt>A<dd>B</dl>", "<dl><div><dt>A<dd>B</div></dl>"],
      failed: ["<ul><p>One</ul>", "<ol>One</ol>", "<div><li>One</div>", "<dl><p>A</dl>", "<dd>B</dd>"],
      inapplicable: ["<p>One", "<ul role=none><p>One</ul>", "<div role=list><div role=listitem>One</div></div>"]),
    PageCase(
      rule: "id-unique", passed: ["<label for=a>A</label><input id=a>"],
      failed: [
        "<label for=a>A</label><input id=a><input id=a>",
        "<p id=a>x</p><p id=a>y</p><div role=group aria-labelledby=a></div>",
      ],
      inapplicable: ["<p id=a>x</p><p id=a>y</p>"]),
    PageCase(
      rule: "iframe-same-name", passed: ["<iframe title=A src=/a></iframe><iframe title=A src=/a></iframe>"],
      inapplicable: ["<iframe title=A src=/a></iframe><iframe title=B src=/b></iframe>"],
      undecided: ["<iframe title=A src=/a></iframe><iframe title=A src=/b></iframe>"]),
    PageCase(
      rule: "link-same-name", passed: ["<a href=/a>A</a><a href=/a>A</a>"],
      inapplicable: ["<a href=/a>A</a><a href=/b>B</a>"],
      undecided: ["<a href=/a>More</a><a href=/b>More</a>"]),
  ]
  static let wording: [PageCase] = [
    PageCase(rule: "title-describes", inapplicable: ["<p>x", "<title></title>"], undecided: ["<title>News</title>"]),
    PageCase(rule: "heading-describes", inapplicable: ["<h1></h1>"], undecided: ["<h1>News</h1>"]),
    PageCase(
      rule: "label-describes", inapplicable: ["<input aria-label=A>"], undecided: ["<label>Name <input></label>"]),
    PageCase(
      rule: "image-describes", failed: ["<img src=/p/cat.png alt=cat.png>"], inapplicable: ["<img src=a.png alt=''>"],
      undecided: ["<img src=a.png alt=Cat>"]),
    PageCase(rule: "link-describes", inapplicable: ["<a>More</a>"], undecided: ["<a href=/>More</a>"]),
    PageCase(
      rule: "video-captions", inapplicable: ["<p>x", "<video></video>"],
      undecided: ["<video src=a.mp4></video>", "<video src=a.mp4><track kind=captions src=a.vtt></video>"]),
    PageCase(rule: "video-described", inapplicable: ["<p>x"], undecided: ["<video src=a.mp4></video>"]),
    PageCase(
      rule: "audio-text", inapplicable: ["<audio src=a.mp3></audio>"], undecided: ["<audio controls src=a.mp3></audio>"]
    ),
    PageCase(
      rule: "autoplay", passed: ["<video autoplay controls src=a.mp4></video>"],
      inapplicable: ["<video autoplay muted src=a.mp4></video>", "<video src=a.mp4></video>"],
      undecided: ["<audio autoplay src=a.mp3></audio>"]),
  ]
}
