import Testing

@testable import HTMLAudit

@Suite("Accessible names") struct AccessibleNameTests {
  /// The name of the element with the id "x".
  private func name(_ page: String) throws -> String {
    let scene = PageScene(try StaticPage(page))
    return AccessibleName(scene).name(of: try #require(scene.page.places["x"]))
  }

  @Test(
    "a name comes from the first source that gives one",
    arguments: [
      ("<button id=x>Send</button>", "Send"),
      ("<button id=x aria-label=Post>Send</button>", "Post"),
      ("<p id=p>Mail</p><button id=x aria-label=Post aria-labelledby=p>Send</button>", "Mail"),
      ("<button id=x aria-labelledby=none>Send</button>", "Send"),
      ("<button id=x aria-label=' '>Send</button>", "Send"),
      ("<button id=x title=Post></button>", "Post"),
      ("<img id=x alt=Cat title=Dog>", "Cat"), ("<img id=x title=Dog>", "Dog"), ("<img id=x alt='' title=Dog>", "Dog"),
      ("<input id=x type=submit>", "Submit"), ("<input id=x type=submit value=Go>", "Go"),
      ("<input id=x type=image alt=Go>", "Go"), ("<input id=x placeholder=Town>", "Town"),
      ("<input id=x placeholder=Town title=City>", "City"),
      ("<label for=x>Town</label><input id=x title=City>", "Town"),
      ("<label for=x>Home</label><label for=x>Town</label><input id=x>", "Home Town"),
      ("<fieldset id=x><legend>Size</legend></fieldset>", "Size"),
      ("<figure id=x><figcaption>Cat</figcaption></figure>", "Cat"),
      ("<table id=x><caption>Days</caption></table>", "Days"),
      ("<svg id=x role=img><title>Cat</title></svg>", "Cat"),
      ("<select><optgroup id=x label=Cats></optgroup></select>", "Cats"), ("<iframe id=x title=Map></iframe>", "Map"),
      ("<div id=x role=group>text</div>", ""), ("<div id=x role=checkbox>Yes</div>", "Yes"),
      ("<summary id=x>More</summary>", ""), ("<details><summary id=x>More</summary></details>", "More"),
    ])
  func sources(_ page: String, _ expected: String) throws { #expect(try name(page) == expected, "\(page)") }

  @Test(
    "content is read as it is seen",
    arguments: [
      ("<button id=x>Send <b>all</b>!</button>", "Send all!"),
      ("<button id=x><p>Send</p><p>all</p></button>", "Send all"),
      ("<button id=x>a<b>b</b>c</button>", "abc"), ("<button id=x>a<br>b</button>", "a b"),
      ("<h2 id=x>a<!-- -->b</h2>", "a b"), ("<a id=x href=/>\n  See\t<img alt=cat> </a>", "See cat"),
      ("<button id=x>a<span hidden>b</span><span aria-hidden=true>c</span></button>", "a"),
      ("<button id=x>a<span style='visibility: hidden'>b<i style='visibility: visible'>c</i></span></button>", "ac"),
      ("<style>.n { display: none }</style><button id=x>a<span class=n>b</span></button>", "a"),
      ("<style>#x::before { content: 'new '; }</style><button id=x>mail</button>", "new mail"),
      ("<style>#x::after { content: '★' / 'starred'; padding: 1px }</style><button id=x>mail</button>", "mail starred"),
      ("<style>#x::before { content: attr(data-a) ' ' }</style><button id=x data-a=new>mail</button>", "new mail"),
      ("<style>#x::before { content: '\\2014' }</style><button id=x>mail</button>", "\u{2014}mail"),
      ("<style>#x::after { content: 'b'; display: none }</style><button id=x>a</button>", "a"),
      ("<style>p #x::after { content: none } #x::after { content: 'b' }</style><p><button id=x>a</button>", "a"),
      ("<button id=x aria-owns=o>a</button><span id=o>b</span>", "a b"),
      ("<button id=x>a<span aria-label=bee>b</span></button>", "abee"),
      ("<h1 id=x><a href=/ aria-label=Home>x</a> page</h1>", "Home page"),
      ("<a id=x href=/ style='text-transform: uppercase'>home</a>", "HOME"),
      ("<a id=x href=/ style='text-transform: lowercase'>HOME</a>", "home"),
      ("<a id=x href=/ style='text-transform: capitalize'>home page</a>", "Home Page"),
      ("<style>span { float: left }</style><button id=x><span>a</span><span>b</span></button>", "a b"),
      ("<style>span { position: absolute }</style><button id=x>a<span>b</span></button>", "a b"),
      ("<button id=x style='display: flex'><span>a</span><span>b</span></button>", "a b"),
      ("<button id=x style='display: inline-grid'><i>a</i><i>b</i></button>", "a b"),
      ("<button id=x><i style='float: none'>a</i><i>b</i></button>", "ab"),
      ("<button id=x><video src=v.mp4>Old browser</video>a</button>", "a"),
      ("<button id=x><iframe src=/m>Old browser</iframe>a</button>", "a"),
      ("<math id=x aria-label=Sum><mi>y</mi></math>", "Sum"),
    ])
  func content(_ page: String, _ expected: String) throws { #expect(try name(page) == expected, "\(page)") }

  @Test(
    "what names another is read although it is hidden, and leads no further",
    arguments: [
      ("<p id=p hidden>Mail <b>box</b></p><button id=x aria-labelledby=p></button>", "Mail box"),
      ("<p id=p>Mail <b hidden>box</b></p><button id=x aria-labelledby=p></button>", "Mail"),
      ("<p id=p aria-hidden=true>Mail</p><button id=x aria-labelledby=p></button>", "Mail"),
      ("<label for=x style='display: none'>Town</label><input id=x>", "Town"),
      ("<p id=p aria-labelledby=q>Mail</p><p id=q>Post</p><button id=x aria-labelledby=p></button>", "Mail"),
      ("<button id=x aria-label=Delete aria-labelledby='x f'></button><a id=f href=/>file.txt</a>", "Delete file.txt"),
      ("<p id=a>A</p><p id=b>B</p><button id=x aria-labelledby='a none b a'></button>", "A B A"),
    ])
  func references(_ page: String, _ expected: String) throws { #expect(try name(page) == expected, "\(page)") }

  @Test(
    "a control within a label says its value",
    arguments: [
      ("<label><input id=x type=checkbox> Flash <input value=3> times</label>", "Flash 3 times"),
      (
        "<label for=x>Flash <select><option>2<option selected>4</select> times</label><input id=x type=checkbox>",
        "Flash 4 times"
      ),
      (
        "<label for=x>Flash <select><option>2<option>4</select> times</label><input id=x type=checkbox>",
        "Flash 2 times"
      ),
      ("<label for=x>Wait <input type=range value=7> s</label><input id=x type=checkbox>", "Wait 7 s"),
      (
        "<label for=x>Wait <span role=slider aria-valuenow=7 aria-valuetext=seven></span></label><input id=x>",
        "Wait seven"
      ),
      ("<label>Name <input id=x value=Ann></label>", "Name"),
      ("<label for=x>Wait <input type=range> s</label><input id=x type=checkbox>", "Wait 50 s"),
      ("<label for=x>Wait <input type=range max=60 aria-label=y></label><input id=x type=checkbox>", "Wait 30"),
      ("<label for=x>Wait <input type=range max=10 value=70></label><input id=x type=checkbox>", "Wait 10"),
      ("<label for=x>Wait <input type=range max=10 step=4></label><input id=x type=checkbox>", "Wait 4"),
    ])
  func embedded(_ page: String, _ expected: String) throws { #expect(try name(page) == expected, "\(page)") }

  @Test("elements that name each other in a circle come to an end")
  func circles() throws {
    #expect(
      try name(
        "<label for=x>a <span aria-owns=l></span></label><input id=x><div id=l aria-owns=m><p id=m aria-owns=l>b</div>"
      ).hasPrefix("a"))
    #expect(try name("<button id=x aria-labelledby=y>a</button><button id=y aria-labelledby=x>b</button>") == "b")
  }
}
