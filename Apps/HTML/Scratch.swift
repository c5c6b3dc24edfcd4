internal import CWebFiles
public import Interface
public import Kernel

public func stylesheet() -> String { String(decoding: WebFile.named("look.css") ?? [], as: UTF8.self) }
public func gonePage() -> String { "<!doctype html><title>Gone</title>" }
public func appIcon(of theme: Theme) -> String { "<svg xmlns=\"http://www.w3.org/2000/svg\"/>" }
public struct FrontEntry: Sendable {
  let id: String, name: String, tagline: String, theme: Theme, profiles: [String]
  public init(id: String, name: String, tagline: String, theme: Theme, profiles: [String]) {
    (self.id, self.name, self.tagline, self.theme, self.profiles) = (id, name, tagline, theme, profiles)
  }
}
public func frontPage(_ entries: [FrontEntry], saying problem: Problem?, files: (String) -> String) -> String {
  "<!doctype html><title>Troupe</title>"
    + entries.map { e in "<h2>\(e.name)</h2>" + e.profiles.map { "<a href=\"/\(e.id)/\($0)/\">\($0)</a>" }.joined()
      + "<form method=post action=/open><input type=hidden name=product value=\(e.id)><input name=profile><button>Open</button></form>" }.joined()
}
public func problemPage(_ problem: Problem, files: (String) -> String) -> String { "<!doctype html><title>Troupe</title><h1>\(problem.what)</h1>" }
public enum WebFile {
  public static func named(_ name: String) -> [UInt8]? {
    for i in 0..<webfiles_count {
      let file = webfile_at(i)
      if String(cString: file.name) == name { return Array(UnsafeBufferPointer(start: file.bytes, count: file.count)) }
    }
    return nil
  }
}
extension Face {
  public func document(_ frame: Frame, product: String, tab: String, revision: Int, files: (String) -> String) -> String {
    let areas = frame.root.children.map { area in
      let tag = area.id == "frame-main" ? "main tabindex=-1" : "div"
      return "<\(tag) id=\"\(area.id)\" data-in=\"\(area.id)\">" + area.children.map { html($0, in: area) }.joined() + "</\(tag.prefix(4))>"
    }.joined()
    return "<!doctype html><html lang=en><head><title>\(title(of: frame, product: product))</title><script type=module src=\"\(files("face.js"))\"></script></head><body data-base=\"\(base)\" data-tab=\"\(tab)\" data-revision=\"\(revision)\" data-path=\"\(base + frame.route.text)\"><form id=acts method=post action=\"\(base)/-/do\"><input type=hidden name=tab value=\"\(tab)\"><input type=hidden name=revision value=\"\(revision)\"><input type=hidden name=path value=\"\(base + frame.route.text)\"><button name=do value=\"\" class=unseen></button></form>\(areas)<div id=say aria-live=polite></div><div id=shout aria-live=assertive></div><p id=away role=status hidden></p></body></html>"
  }
}
