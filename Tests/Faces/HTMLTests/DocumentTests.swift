import EveryRole
import HTML
import Interface
import Kernel
import Testing

@Suite("Whole pages")
struct DocumentTests {
  func page(_ change: (inout Frame) -> Void = { _ in }) throws -> [Tag] {
    var frame = EveryRole.frame(EveryRole.words, title: "Today")
    frame.appearance = Appearance(theme: "yhealth", scheme: .dark, textSize: 150, motion: .reduced)
    change(&frame)
    return try Tag.read(Document(frame: frame, of: "Your Health", tab: "t1", revision: 7, look: .products).html)
      .flatMap(\.all)
  }

  @Test("a page declares its language, its title and its appearance")
  func head() throws {
    let tags = try page()
    let html = try #require(tags.first { $0.name == "html" })
    #expect(html["lang"] == "en-GB" && html["data-theme"] == "yhealth" && html["data-scheme"] == "dark")
    #expect(html["data-text"] == "150" && html["data-motion"] == "reduced")
    #expect(tags.first { $0.name == "title" }?.text == "Today – Your Health")
    #expect(tags.filter { $0["name"] == "theme-color" }.count == 2)
    #expect(tags.contains { $0["rel"] == "manifest" && $0["href"] == "/-/manifest/yhealth.webmanifest" })
    #expect(tags.contains { $0["rel"] == "icon" && $0["href"]?.hasPrefix("/-/icon/yhealth.svg") == true })
  }

  @Test("the style sheet and the script have addresses with a version of their content")
  func files() throws {
    let tags = try page()
    let look = tags.first { $0["rel"] == "stylesheet" }?["href"]
    #expect(look == "/-/look.css?v=\(WebFile.version(of: WebLook.products.sheet.utf8))")
    #expect(tags.first { $0.name == "script" }?["src"]?.hasPrefix("/-/face.js?v=") == true)
  }

  @Test("the form names its tab, revision and path, and the first button does nothing")
  func form() throws {
    let tags = try page()
    let form = try #require(tags.first { $0.id == "acts" })
    #expect(form["method"] == "post" && form["action"] == "/yhealth/me/-/do" && form["novalidate"] != nil)
    let fields = Dictionary(form.called("input").map { ($0["name"], $0["value"]) }, uniquingKeysWith: { $1 })
    #expect(fields == ["tab": "t1", "revision": "7", "path": "/yhealth/me/sample"])
    let first = try #require(tags.first { $0.name == "button" })
    #expect(first["name"] == "do" && first["value"] == "")
  }

  @Test("the four areas are in order, and the body has the tab, the revision and the path")
  func areas() throws {
    let tags = try page()
    let areas = ["frame-chrome", "frame-main", "frame-toasts", "frame-dialog"]
    #expect(tags.first { $0.id == "frame" }?.children.compactMap(\.id) == areas)
    let body = try #require(tags.first { $0.name == "body" })
    #expect(body["data-base"] == "/yhealth/me" && body["data-tab"] == "t1" && body["data-revision"] == "7")
    #expect(body["data-path"] == "/yhealth/me/sample")
    #expect(tags.first { $0["class"] == "skip" }?["href"] == "#frame-main")
    // A patch leaves the tags of the areas unchanged, so none may carry the title of a screen.
    for area in areas { #expect(tags.first { $0.id == area }?["aria-label"] == nil) }
    #expect(tags.first { $0.id == "say" }?["aria-live"] == "polite")
    #expect(tags.first { $0.id == "shout" }?["aria-live"] == "assertive")
    #expect(tags.first { $0.id == "away" }?["hidden"] != nil)
  }

  @Test("a typical page is smaller than 24 kilobytes")
  func weight() {
    for nodes in [EveryRole.words, EveryRole.doing, EveryRole.entering, EveryRole.showing] {
      #expect(
        Document(frame: EveryRole.frame(nodes), of: "yHealth", tab: "t", revision: 1, look: .products).html.utf8.count
          < 24_000)
    }
  }

  @Test("the front page links to every profile, and has forms to open a profile of every product")
  func front() throws {
    let tags = try Tag.read(frontPage(SoundnessTests.products, look: .products)).flatMap(\.all)
    let links = tags.compactMap { $0.name == "a" ? $0["href"] : nil }
    #expect(
      links.contains("/yhealth/me/") && links.contains("/yhealth/Anna%20%26%20Bo/"))
    // Opening a new profile creates data, which a link on another page must not do.
    let forms = tags.filter { $0.name == "form" && $0["action"] == "/open" }
    #expect(forms.count > SoundnessTests.products.count && forms.allSatisfy { $0["method"] == "post" })
    #expect(
      Set(tags.filter { $0["name"] == "product" }.map { $0["value"] }) == Set(SoundnessTests.products.map(\.theme.id)))
    #expect(
      Set(tags.filter { $0["class"] == "product" }.map { $0["data-theme"] })
        == Set(SoundnessTests.products.map(\.theme.id)))
  }

  @Test("a problem says what happened, what is safe and what to do, in that order")
  func problem() throws {
    let problem = Problem("in-use", "It is open elsewhere.", safe: "Nothing was changed.", remedy: "Close it there.")
    let main = try #require(
      Tag.read(problemPage(problem, look: .products)).flatMap(\.all).first { $0.name == "main" })
    #expect(main.text == "It is open elsewhere.Nothing was changed.Close it there.All products")
  }
}
