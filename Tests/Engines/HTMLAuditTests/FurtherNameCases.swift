extension PageCase {
  /// Finer points of names, roles and links.
  static let furtherNames: [PageCase] = [
    PageCase(
      rule: "image-name",
      passed: [
        "<img src=a.png alt='' role=img aria-label='x'>"
      ],
      failed: [
        "<div role=img alt=''></div>",
        "<style>p:has(> img){display:none}</style><div><img src=a></div>",
      ],
      inapplicable: [
        "<style>img:not([alt]){display:none}</style><img src=a>",
        "<style>div:has(> img){display:none}</style><div><img src=a></div>",
        "<style>p:has(+ div br){display:none}</style><p><img src=a></p><div><b><br></b></div>",
      ],
      undecided: [
        "<style>div:foo{display:none}</style><div><img src=a></div>",
        "<link rel=stylesheet href=a.css><body><img src=a>",
      ]
    ),
    PageCase(
      rule: "button-name",
      passed: [
        "<style>button::before{content:attr(data-x)}</style><button data-x=Hi></button>",
        "<link rel=stylesheet href=a.css><body><button>x</button>",
        "<style>span:foo(x){display:inline-block}</style><button><span>x</span></button>",
        "<style>.sr-only{position:absolute;width:1px;height:1px;paddi"
          + "ng:0;margin:-1px;overflow:hidden;clip:rect(0,0,0,0);white-space:nowrap;border:0}</style><button><i"
          + " class=icon></i><span class=sr-only>Search</span></button>",
      ],
      failed: [
        "<style>button:not(.a) span{display:none}</style><button><span>x</span></button>",
        "<style>button:is(.a) span{display:none}</style><button class=a><span>x</span></button>",
        "<style>button > :first-child{display:none}</style><button><span>x</span></button>",
        "<style>@media (min-width:1px){button span{display:none}}</style><button><span>x</span></button>",
        "<style>@layer a{button span{display:none}}</style><button><span>x</span></button>",
        "<style>button{ span{display:none}}</style><button><span>x</span></button>",
        "<style>@media screen{@supports (display:grid){button span{di"
          + "splay:none}}}</style><button><span>x</span></button>",
        "<style>@media only screen{button span{display:none}}</style><button><span>x</span></button>",
        "<button><iframe>fallback</iframe></button>",
        "<button><video src=a>Your browser has no video</video></button>",
      ],
      inapplicable: [
        "<input type='image' src=a.png>"
      ],
      undecided: [
        "<link rel=stylesheet href=a.css><body><button></button>",
        "<style>span:foo(x){display:none}</style><button><span>x</span></button>",
        "<style>button:foo{display:none}</style><button></button>",
      ]
    ),
    PageCase(
      rule: "hidden-focus",
      passed: [
        "<style>@media screen and (min-width:1px){button{display:none}}</style><div"
          + " aria-hidden=true><button>x</button></div>",
        "<style>div:not(.open) button{display:none}</style><div aria-hidden=true><button>x</button></div>",
        "<div aria-hidden=true><button tabindex='-1px'>x</button></div>",
        "<p aria-hidden=true>x</p>",
        "<div aria-hidden=true><a href=/ style='display:none'>x</a></div>",
        "<div aria-hidden=true><button tabindex=-2>x</button></div>",
        "<input disabled aria-hidden=true>",
        "<div aria-hidden=true><input type=hidden><video></video></div>",
        "<div aria-hidden=true inert><button>x</button></div>",
        "<fieldset disabled aria-hidden=true><button>x</button></fieldset>",
        "<style>.modal{display:none}</style><div class=modal aria-hidden=true><button>x</button></div>",
        "<style>.m{visibility:hidden}</style><div class=m aria-hidden=true><a href=/>x</a></div>",
        "<div aria-hidden=true hidden><a href=/>x</a></div>",
        "<svg aria-hidden=true focusable=false><path/></svg>",
        "<div aria-hidden=true><label>x</label><summary>y</summary></div>",
      ],
      failed: [
        "<div aria-hidden=true><span tabindex='1abc'>x</span></div>",
        "<div aria-hidden=true><a href=/>x</a></div>",
        "<div aria-hidden=true><div aria-hidden=false><button>x</button></div></div>",
        "<p tabindex=0 aria-hidden=true>x</p>",
        "<details aria-hidden=true><summary>x</summary>y</details>",
        "<div aria-hidden=true><audio controls src=a></audio></div>",
        "<div aria-hidden=true><div contenteditable>x</div></div>",
        "<style>.modal{display:none}.modal.show{display:block}</style><div class='modal show'"
          + " aria-hidden=true><button>x</button></div>",
        "<style>.m{opacity:0}</style><div class=m aria-hidden=true><a href=/>x</a></div>",
        "<svg aria-hidden=true><a href=/><text>x</text></a></svg>",
      ],
      undecided: [
        "<link rel=stylesheet href=a.css><body><div aria-hidden=true><button>x</button></div>"
      ]
    ),
    PageCase(
      rule: "aria-valid",
      passed: [
        "<p aria-live=POLITE>x",
        "<p aria-valuenow='-1.5e2'>x",
      ],
      failed: [
        "<p aria-valuenow='0x10'>x",
        "<p aria-live=loud>x",
        "<p aria-colspan=1.5>x",
        "<p aria-valuenow='10px'>x",
        "<p aria-valuenow='50%'>x",
      ]
    ),
    PageCase(
      rule: "id-unique",
      passed: [
        "<p id=a>x<p id=b>y<input aria-labelledby='a b'>"
      ],
      failed: [
        "<p id=a>x<p id=a>y<input aria-errormessage=a aria-label=x>",
        "<p id=a>x<p id=a>y<input aria-details=a aria-label=x>",
        "<p id=a>x<p id=a>y<input aria-flowto=a aria-label=x>",
        "<p id=a>x<p id=a>y<input aria-labelledby='b a'>",
      ]
    ),
    PageCase(
      rule: "link-name",
      passed: [
        "<style>.v:not(:focus):not(:active){clip-path:inset(50%);heig"
          + "ht:1px;overflow:hidden;position:absolute;width:1px}</style><a class=v href=#m>Skip</a><main id=m>x"
      ],
      failed: [
        "<style>a span:nth-child(1){display:none}</style><a href=/><span>x</span></a>"
      ]
    ),
    PageCase(
      rule: "orientation",
      passed: [
        "<style>@media (orientation:portrait){body{transform:rotate(90deg) rotate(-90deg)}}</style>x",
        "<style>@media (orientation:portrait){body{transform:rotate(2turn)}}</style>x",
      ],
      failed: [
        "<style>@media (orientation:portrait){body{transform:translate(1px) rotate(90deg)}}</style><body>x",
        "<style>@media (orientation:portrait){body{transform:rotate(90deg) scale(1)}}</style><body>x",
        "<style>@media (orientation:portrait){body{transform:scale(1) rotateZ(90deg)"
          + " translateX(5px)}}</style><body>x",
        "<style>@media (orientation:portrait){html{transform:rotate(-90deg)}}</style>x",
        "<style>body{transform:rotate(90deg)}@media (orientation:portrait){body{transform:none}}</style>x",
        "<style>@media screen and (orientation:landscape){body{rotate:90deg}}</style>x",
        "<style>@media (orientation:portrait){body{transform:rotate(100grad)}}</style>x",
      ],
      inapplicable: [
        "<style>@media (orientation:portrait){body{transform:scale(2)}}</style><body>x",
        "<style>@media (orientation:landscape){body{color:red}}</style>x",
      ]
    ),
    PageCase(
      rule: "aria-reference",
      failed: [
        "<input aria-describedby='a no' aria-label=x><p id=a>"
      ]
    ),
    PageCase(
      rule: "link-same-name",
      passed: [
        "<a href='a'>M</a><a href='./a'>M</a>",
        "<a href='/a'>M</a><a href='/a'>M</a>",
        "<a href='HTTPS://A.de'>M</a><a href='https://a.de/'>M</a>",
        "<a href='/x/../a'>M</a><a href='/a'>M</a>",
        "<a href='/a'>M</a><span role=link tabindex=0 aria-label=N>M</span><a href=/a aria-label=M></a>",
        "<a href='/a/'>M</a><a href='/a/./'>M</a>",
        "<a href='mailto:a@b.de'>M</a><a href='MAILTO:a@b.de'>M</a>",
        "<a href=' /a '>M</a><a href='/a'>M</a>",
        "<a href='https://a.de:443/b'>M</a><a href='https://a.de/b'>M</a>",
      ],
      inapplicable: [
        "<a href='/a'>M</a><a href='/b'>N</a>",
        "<a href='/a'>M</a><a>M</a>",
        "<a href='/a'>M</a><a href=/b aria-hidden=true>M</a>",
      ],
      undecided: [
        "<a href='/a'>M</a><a href='/b'>M</a>",
        "<a href='/a'>M</a><a href='/A'>M</a>",
        "<a href='/a?b'>M</a><a href='/a?c'>M</a>",
      ]
    ),
    PageCase(
      rule: "image-button-name",
      passed: [
        "<input type='image' src=a.png alt='Search'>",
        "<input type='image' src=a.png aria-label='Search'>",
        "<input type='image' src=a.png title='Search'>",
        "<div id=i>Search</div><input type='image' src=a.png aria-labelledby=i>",
        "<input type=IMAGE src=a alt=x>",
      ],
      failed: [
        "<input type='image' src=a.png>",
        "<input type='image' src=a.png alt=''>",
        "<input type='image' src=a.png aria-labelledby=no>",
      ],
      inapplicable: [
        "<button><img src=a.png alt=x></button>",
        "<input type=image src=a.png style='display:none'>",
        "<input type='button' value=x>",
      ]
    ),
    PageCase(
      rule: "aria-context",
      passed: [
        "<div role=list><div role=listitem>x</div></div>",
        "<div role=list><div role=presentation><div role=listitem>x</div></div></div>",
        "<div id=t role=tablist aria-owns=i></div><div id=i role=tab>x</div>",
        "<div role=menu><div role=menuitem>x</div><div role=none><div role=menuitem>y</div></div></div>",
        "<div role=table><div role=rowgroup><div role=row><div role=cell>x</div></div></div></div>",
      ],
      failed: [
        "<div><div role=listitem>x</div></div>",
        "<div role=tabpanel><div role=list><div role=group><div role=listitem>x</div></div></div></div>",
        "<div role=row><div role=cell>x</div></div>",
        "<div role=list><div role=list><div></div></div><div role=navigation><div"
          + " role=listitem>x</div></div></div>",
      ],
      inapplicable: [
        "<div role=checkbox aria-checked=false>x</div>",
        "<div role=option style='display:none'>x</div>",
      ]
    ),
    PageCase(
      rule: "aria-owned",
      passed: [
        "<div role=list><div role=listitem>x</div></div>",
        "<div role=grid><div role=row><div role=gridcell>x</div></div></div>",
        "<div role=listbox><div role=group aria-label=a><div role=option>x</div></div></div>",
        "<div role=menu aria-owns=x></div><p id=x role=menuitem>t</p>",
        "<div role=tablist><div role=tab>x</div><span style='display:none'>y</span></div>",
      ],
      failed: [
        "<div role=tablist><div role=tab>x</div><div role=heading aria-level=2>y</div></div>",
        "<div role=list aria-owns=x></div><p id=x>t</p>",
      ],
      inapplicable: [
        "<div role=menu aria-busy=true><span>x</span></div>",
        "<div role=banner>x</div>",
      ]
    ),
    PageCase(
      rule: "presentational-focus",
      passed: [
        "<div role=checkbox aria-checked=true tabindex=0>x</div>",
        "<button><a>x</a></button>",
        "<div role=img aria-label=x><span>y</span></div>",
        "<div role=button>a<span tabindex=-1>b</span></div>",
        "<button>a<a href=/ style='display:none'>b</a></button>",
        "<button><span tabindex='-1'>y</span></button>",
      ],
      failed: [
        "<div role=tab><a href=/>x</a></div>",
        "<div role=option tabindex=0>a<input type=button value=b></div>",
        "<button>a<span tabindex=0>b</span></button>",
        "<ul role=menu><li role=menuitemcheckbox aria-checked=true>x<a href=/>y</a></ul>",
      ],
      inapplicable: [
        "<div role=link tabindex=0><span tabindex=0>x</span></div>"
      ]
    ),
    PageCase(
      rule: "scrolled-by-key",
      passed: [
        "<section style='height:100px;overflow-y:scroll' tabindex=0>x</section>",
        "<section style='height:100px;overflow:auto'><button>x</button></section>",
      ],
      inapplicable: [
        "<section style='height:100px;overflow:hidden'>x</section>",
        "<section style='height:100px;overflow:scroll;display:none'>x</section>",
        "<section style='overflow:scroll;overflow:visible'>x</section>",
      ],
      undecided: [
        "<section style='height:100px;overflow:scroll'>x</section>",
        "<section style='height:100px;overflow:scroll'><button tabindex=-1>x</button></section>",
      ]
    ),
    PageCase(
      rule: "iframe-same-name",
      passed: [
        "<iframe title=a src=./a></iframe><iframe aria-label=A src=a></iframe>"
      ],
      inapplicable: [
        "<iframe title=a src=/a></iframe><iframe title=b src=/b></iframe>",
        "<iframe src=/a></iframe><iframe src=/b></iframe>",
        "<iframe title=a src=/a></iframe><iframe title=a hidden src=/b></iframe>",
      ],
      undecided: [
        "<iframe title=a src=/a></iframe><iframe title=a src=/b></iframe>",
        "<iframe title=a src=/a></iframe><iframe title=' a ' src=/b></iframe>",
      ]
    ),
    PageCase(
      rule: "summary-name",
      passed: [
        "<details><summary aria-label=x></summary>t</details>",
        "<details><summary><img src=a alt=x></summary>t</details>",
        "<details><summary title=x></summary>t</details>",
      ],
      failed: [
        "<details><summary><img src=a alt=''></summary>t</details>"
      ],
      inapplicable: [
        "<details hidden><summary></summary>t</details>"
      ]
    ),
    PageCase(
      rule: "menuitem-name",
      passed: [
        "<div role=menu><button role=menuitem>x</button></div>",
        "<div role=menu><div role=menuitem title=x></div></div>",
      ],
      failed: [
        "<div role=menu><button role=menuitem></button></div>",
        "<div role=menu><div role=menuitem><span aria-hidden=true>x</span></div></div>",
      ],
      inapplicable: [
        "<div role=menu style='visibility:hidden'><div role=menuitem></div></div>"
      ]
    ),
    PageCase(
      rule: "decorative-exposed",
      passed: [
        "<img src=a alt=''>",
        "<div role=presentation>y</div>",
        "<button role=none disabled>y</button>",
      ],
      failed: [
        "<img src=a alt='' tabindex=0>",
        "<nav role=none aria-label=x>y</nav>",
        "<button role=none>y</button>",
      ],
      inapplicable: [
        "<img src=a alt='x'>"
      ]
    ),
    PageCase(
      rule: "heading-describes",
      inapplicable: [
        "<h1 aria-hidden=true>x</h1>"
      ],
      undecided: [
        "<h1>x</h1>"
      ]
    ),
    PageCase(
      rule: "heading-name",
      passed: [
        "<div role=heading aria-level=1><img src=a alt=x></div>"
      ],
      failed: [
        "<h1><span aria-hidden=true>x</span></h1>"
      ]
    ),
    PageCase(
      rule: "heading-order",
      passed: [
        "<h1>x</h1><h2>y</h2><h2>z</h2><h3>w</h3><h2>v</h2>",
        "<h1>x</h1><h3 hidden>y</h3><h2>z</h2>",
      ],
      failed: [
        "<h1>x</h1><h3>y</h3>"
      ]
    ),
    PageCase(
      rule: "aria-permitted",
      passed: [
        "<button aria-expanded=false aria-haspopup=menu>x</button>",
        "<summary aria-expanded=true>x</summary>",
        "<a href=/ aria-current=page aria-expanded=false>x</a>",
        "<input type=checkbox aria-checked=true aria-label=x>",
        "<section aria-label=x>y</section>",
        "<table><tr aria-rowindex=1><td aria-colindex=1>x</table>",
        "<select aria-required=true aria-label=x><option>y</select>",
        "<audio controls aria-label=x src=a></audio>",
        "<svg aria-label=x role=img></svg>",
      ],
      failed: [
        "<div aria-expanded=true>x</div>",
        "<span aria-label=x>y</span>",
      ]
    ),
    PageCase(
      rule: "aria-required",
      passed: [
        "<div role=combobox aria-expanded=false>x</div>",
        "<input type=checkbox role=menuitemcheckbox>",
      ],
      failed: [
        "<div role=combobox>x</div>",
        "<div role=scrollbar aria-controls=a>x</div>",
      ]
    ),
  ]
}
