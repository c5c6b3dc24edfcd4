extension PageCase {
  /// Finer points of documents, forms, tables and spacing.
  static let furtherPages: [PageCase] = [
    PageCase(
      rule: "viewport",
      passed: [
        "<meta name='viewport' content='user-scalable=yes'><body>x",
        "<meta name='viewport' content='maximum-scale=6.0'><body>x",
        "<meta name='viewport' content='maximum-scale=-1'><body>x",
        "<meta name='viewport' content='user-scalable=1'><body>x",
        "<meta name='viewport' content='user-scalable=device-width'><body>x",
        "<meta name='viewport' content='maximum-scale=2, user-scalable=yes'><body>x",
        "<meta name='viewport' content='user-scalable=no;user-scalable=yes'><body>x",
      ],
      failed: [
        "<html><head><meta name=viewport content='width=device-width "
          + "user-scalable=no'><body><p>x</p></body></html>",
        "<meta name='viewport' content='width=device-width&#10;user-scalable=no'><body>x",
        "<meta name='viewport' content='user-scalable=no'><body>x",
        "<meta name='viewport' content='maximum-scale=1.5'><body>x",
        "<meta name='viewport' content='maximum-scale=1.0'><body>x",
        "<meta name='viewport' content='user-scalable=0.5'><body>x",
        "<meta name='viewport' content='maximum-scale=yes'><body>x",
        "<meta name='viewport' content='user-scalable = no'><body>x",
        "<meta name='viewport' content='USER-SCALABLE=NO'><body>x",
        "<meta name='viewport' content='maximum-scale=invalid'><body>x",
      ],
      inapplicable: [
        "<meta name='viewport' content='width=device-width, initial-scale=1'><body>x"
      ]
    ),
    PageCase(
      rule: "table-header-used",
      passed: [
        "<table><tr><td><th>a<th>b<tr><th>r<td>1<td>2</table>",
        "<table><tr><th rowspan=0>x<td>1<tr><td>2</table>",
        "<table><tr><td></td><th>Mon<th>Tue<tr><th>9:00<td>1<td>2</table>",
        "<table><tr><th>a<th>b<tr><td>1<td>2</table>",
        "<table><thead><tr><th>a<th>b</thead><tbody><tr><td>1<td>2</table>",
        "<table><tr><th>a<th>b<tr><td colspan=2>1</table>",
        "<div role=table><div role=row><div role=columnheader>a</div></div><div role=row><div"
          + " role=cell>1</div></div></div>",
        "<table><tr><th rowspan=2>a<td>1<tr><td>2</table>",
        "<table><tr><th id=a>a<td headers=a>1</table>",
        "<table><tr><th colspan=2 scope=colgroup>a<tr><td>1<td>2</table>",
        "<table><caption>x</caption><tr><td><th scope=col>A<th scope=col>B<tr><th scope=row>1<td>2<td>3</table>",
        "<table><tr><td></td><th colspan=2>A<tr><th>1<td>2<td>3</table>",
        "<table><tr><th></th><th>A<tr><th>1<td>2</table>",
        "<table><tr><th rowspan=2>A<th colspan=2>B<tr><th>C<th>D<tr><td>1<td>2<td>3</table>",
        "<table><tr><th>A<td>1<th>B<td>2</table>",
        "<table role=grid><tr><th>A<tr><td>1</table>",
      ],
      failed: [
        "<table><tr><th>a<th>b<tr><td>1</table>",
        "<div role=grid><div role=row><div role=columnheader>a</div></div></div>",
      ],
      inapplicable: [
        "<table role=presentation><tr><th>a</table>",
        "<table style='display:none'><tr><th>a</table>",
      ]
    ),
    PageCase(
      rule: "label-target",
      failed: [
        "<label for=d>x</label><div id=d></div>"
      ]
    ),
    PageCase(
      rule: "autocomplete",
      passed: [
        "<label>x<input autocomplete='username'></label>",
        "<label>x<input autocomplete='bday'></label>",
        "<label>x<input autocomplete='billing email'></label>",
        "<label>x<input autocomplete='section-primary shipping work email'></label>",
        "<label>x<input autocomplete='section-shipping shipping street-address'></label>",
        "<label>x<input autocomplete='work email webauthn'></label>",
        "<label>x<input autocomplete='tel'></label>",
        "<label>x<select autocomplete=bday-month><option>1</select></label>",
        "<label>x<textarea autocomplete='street-address'></textarea></label>",
      ],
      failed: [
        "<label>x<input autocomplete='badterm'></label>",
        "<label>x<input autocomplete='work photo'></label>",
        "<label>x<input autocomplete='work shipping email'></label>",
        "<label>x<input autocomplete='billing'></label>",
        "<label>x<input autocomplete='section-'></label>",
        "<label>x<input autocomplete='home'></label>",
        "<label>x<input autocomplete='cc-csc off'></label>",
        "<label>x<input autocomplete='webauthn'></label>",
        "<label>x<input autocomplete='section-a home'></label>",
        "<label>x<input style='position:absolute;top:-9999px' autocomplete=bad></label>",
      ],
      inapplicable: [
        "<label>x<input autocomplete='off'></label>",
        "<label>x<input autocomplete='on'></label>",
        "<label>x<input autocomplete=''></label>",
        "<label>x<input autocomplete='  '></label>",
        "<label>x<input type=button autocomplete=bad value=x></label>",
        "<label>x<input type=text readonly disabled autocomplete=bad></label>",
        "<label>x<input aria-disabled=true autocomplete=bad></label>",
        "<label>x<input style='display:none' autocomplete=bad></label>",
        "<div autocomplete=bad>x</div>",
        "<label>x<input type=hidden autocomplete=bad></label>",
      ]
    ),
    PageCase(
      rule: "refresh",
      passed: [
        "<meta http-equiv='refresh' content='0; URL=/n'><body>x",
        "<meta http-equiv='refresh' content='72001'><body>x",
        "<meta http-equiv='refresh' content='0.9; url=/n'><body>x",
        "<meta http-equiv='refresh' content='.5'><body>x",
        "<meta http-equiv='refresh' content='0; url=/n'><body>x<meta http-equiv=refresh content=5>",
      ],
      failed: [
        "<meta http-equiv='refresh' content='30; URL=/n'><body>x",
        "<meta http-equiv='refresh' content='30'><body>x",
        "<meta http-equiv='refresh' content='72000; URL=/n'><body>x",
        "<meta http-equiv='refresh' content=' 5'><body>x",
        "<meta http-equiv='refresh' content='5.5'><body>x",
        "<meta http-equiv='refresh' content='5 url=/n'><body>x",
        "<meta http-equiv='refresh' content='5;url='><body>x",
      ],
      inapplicable: [
        "<meta http-equiv='refresh' content='0: /n'><body>x",
        "<meta http-equiv='refresh' content=''><body>x",
        "<meta http-equiv='refresh' content='-5'><body>x",
        "<meta http-equiv='refresh' content='+5'><body>x",
        "<meta http-equiv='refresh' content='5x'><body>x",
        "<meta http-equiv='refresh' content='foo'><body>x",
        "<meta name='refresh' content='5'><body>x",
      ]
    ),
    PageCase(
      rule: "letter-spacing-important",
      passed: [
        "<p style='letter-spacing:0.12em !important'>some text",
        "<p style='letter-spacing:0.15em !important'>some text",
        "<p style='letter-spacing:2px !important'>some text",
        "<p style='letter-spacing:0.1em !important; letter-spacing: 0.15em !important'>some text",
        "<style>html{font-size:10px}</style><p style='letter-spacing:.12rem!important;'>some text",
      ],
      failed: [
        "<p style='letter-spacing:0.1em !important'>some text",
        "<p style='letter-spacing:normal !important'>some text",
        "<p style='letter-spacing:-1px !important'>some text",
        "<p style='letter-spacing:0.15em !important; letter-spacing: 0.1em !important'>some text",
        "<p style='letter-spacing:0.1em !important; letter-spacing: 0.2em'>some text",
      ],
      inapplicable: [
        "<p style='letter-spacing:0.1em'>some text",
        "<p style='letter-spacing:0.1em !important;display:none'>some text",
        "<p style='letter-spacing:0.1em !important; letter-spacing: 0.2em' hidden>some text",
        "<style>p{letter-spacing:0.1em !important}</style><p>some text",
        "<style>p{letter-spacing:0.2em}</style><p style='letter-spacing:inherit !important'>some text",
        "<p style='letter-spacing:0.1em !important'><img src=a alt=b></p>",
      ]
    ),
    PageCase(
      rule: "word-spacing-important",
      passed: [
        "<p style='word-spacing:0.16em !important'>some text",
        "<p style='word-spacing:calc(2px + 1px) !important'>some text",
      ],
      failed: [
        "<p style='word-spacing:0.15em !important'>some text",
        "<p style='word-spacing:0 !important'>some text",
      ],
      inapplicable: [
        "<p style='word-spacing:0'>some text"
      ]
    ),
    PageCase(
      rule: "line-height-important",
      passed: [
        "<p style='line-height:1.5 !important'>this is a text that is long enough to wrap in a narrow column"
          + " of a page that somebody reads",
        "<p style='line-height:2em !important'>this is a text that is long enough to wrap in a narrow column"
          + " of a page that somebody reads",
        "<p style='line-height:150% !important'>this is a text that is long enough to wrap in a narrow"
          + " column of a page that somebody reads",
        "<p style='line-height:calc(1.5) !important'>this is a text that is long enough to wrap in a narrow"
          + " column of a page that somebody reads",
      ],
      failed: [
        "<p style='line-height:1.2 !important'>this is a text that is long enough to wrap in a narrow column"
          + " of a page that somebody reads",
        "<p style='line-height:16px !important'>this is a text that is long enough to wrap in a narrow"
          + " column of a page that somebody reads",
      ],
      inapplicable: [
        "<p style='line-height:1'>this is a text that is long enough to wrap in a narrow column of a page"
          + " that somebody reads"
      ],
      undecided: [
        "<p style='line-height:normal !important'>this is a text that is long enough to wrap in a narrow"
          + " column of a page that somebody reads"
      ]
    ),
    PageCase(
      rule: "autoplay",
      passed: [
        "<audio src=a.mp3 autoplay controls></audio>"
      ],
      inapplicable: [
        "<audio src=a.mp3 controls></audio>",
        "<video src=a.mp4 autoplay muted></video>",
        "<video autoplay></video>",
      ],
      undecided: [
        "<audio src=a.mp3 autoplay></audio>",
        "<video autoplay><source src=a.mp4></video>",
        "<video autoplay controls hidden src=a></video>",
      ]
    ),
    PageCase(
      rule: "table-headers",
      passed: [
        "<table><tr><th id=h1>a<tr><td headers=h1>1</table>"
      ],
      failed: [
        "<table><tr><th id=h1>a<tr><td headers='h1 h9'>1</table>",
        "<table><tr><th>a<tr><td id=s headers=s>1</table>",
      ],
      inapplicable: [
        "<table><tr><th>a<tr><td headers=''>1</table>"
      ]
    ),
    PageCase(
      rule: "page-language",
      passed: [
        "<html lang=en><head><title>x</title></head><body>text",
        "<html lang=en><head><title>x</title><link rel=stylesheet href=a.css></head><body>x",
      ],
      failed: [
        "<html><head><title>x</title></head><body>text",
        "<html lang=''><head><title>x</title></head><body>text",
        "<html lang=' '><head><title>x</title></head><body>text",
        "<html xml:lang=en><head><title>x</title></head><body>text",
      ]
    ),
    PageCase(
      rule: "page-language-valid",
      passed: [
        "<html lang=en-GB><head><title>x</title></head><body>text",
        "<html lang=fr-XYZ><head><title>x</title></head><body>text",
        "<html lang=yue><head><title>x</title></head><body>text",
        "<html lang=en-><head><title>x</title></head><body>text",
        "<html lang=EN><head><title>x</title></head><body>text",
      ],
      failed: [
        "<html lang=em><head><title>x</title></head><body>text",
        "<html lang='#1'><head><title>x</title></head><body>text",
        "<html lang=em-US><head><title>x</title></head><body>text",
        "<html lang=i-lux><head><title>x</title></head><body>text",
        "<html lang=en_US><head><title>x</title></head><body>text",
      ]
    ),
    PageCase(
      rule: "language-valid",
      passed: [
        "<p lang='en-US-GB'>x",
        "<p lang='dutch'><span lang=nl>tekst</span></p>",
      ],
      failed: [
        "<p lang='invalid'>x",
        "<p lang='dutch'><img src=a alt='tekst'></p>",
        "<p lang='dutch' style='position:absolute;left:-9999px'>tekst</p>",
        "<p lang='dutch' aria-hidden=true>tekst</p>",
        "<p lang=' '>tekst</p>",
      ],
      inapplicable: [
        "<article lang=''><p>x</article>",
        "<p lang='dutch'></p>",
        "<p lang='dutch' style='display:none'>tekst</p>",
      ]
    ),
    PageCase(
      rule: "title",
      passed: [
        "<html lang=en><head><title>x</title></head><body>x",
        "<html lang=en><head></head><body><title>x</title>",
      ],
      failed: [
        "<html lang=en><head><title></title></head><body>x",
        "<html lang=en><head></head><body>x",
        "<html lang=en><head><title> </title><title>x</title></head><body>x",
      ]
    ),
    PageCase(
      rule: "field-error",
      inapplicable: [
        "<p>x"
      ],
      undecided: [
        "<label>Age<input value=0></label><p>wrong"
      ]
    ),
    PageCase(
      rule: "label-describes",
      undecided: [
        "<label>Age<input></label>"
      ]
    ),
    PageCase(
      rule: "nested-control",
      failed: [
        "<a href=/>x<button>y</button></a>"
      ]
    ),
    PageCase(
      rule: "table-has-headers",
      passed: [
        "<table><tr><th>1<th>2<tr><td>3<td>4</table>"
      ],
      undecided: [
        "<table><tr><td>1<td>2<tr><td>3<td>4</table>"
      ]
    ),
    PageCase(
      rule: "list-structure",
      passed: [
        "<ul><li>x</li><script></script><template></template></ul>"
      ],
      failed: [
        "<ul><div><li>x</li></div></ul>"
      ],
      inapplicable: [
        "<ul role=tablist><li role=tab>x</ul>"
      ]
    ),
    PageCase(
      rule: "label-in-name",
      passed: [
        "<button aria-label='Send mail now'><span style='text-transform:uppercase'>send mail</span></button>",
        "<button aria-label='Send'>Send<span style='position:absolute;left:-9999px'>x</span></button>",
        "<button aria-label='Send mail'>Send<span style='display:none'>all</span> mail</button>",
      ],
      failed: [
        "<button aria-label='Mail send'>Send mail</button>"
      ],
      undecided: [
        "<style>span:foo{}</style><button aria-label=a><span>b</span></button>"
      ]
    ),
  ]
}
