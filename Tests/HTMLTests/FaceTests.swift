import HTML
import Interface
import Testing

@Suite("A frame as HTML")
struct FaceTests {
  @Test("escapes what a person wrote")
  func escapes() {
    let text = Element(id: "text", role: .paragraph, label: "<script>alert(\"1\")</script> & more")
    let html = Face(base: "/yhealth/me").html(text, in: Element(id: "main", role: .main))
    #expect(html.contains("&lt;script&gt;") && !html.contains("<script"))
  }
}
