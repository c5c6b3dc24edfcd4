import Testing

@testable import Objects

@Suite("Multipart forms")
struct MultipartTests {
  static func form(_ text: String, boundary: String = "b") throws -> [String] {
    let bytes = Array(text.utf8)
    return try Multipart(bytes, boundary: boundary).parts.map { part in
      let content = String(decoding: bytes[part.content], as: UTF8.self)
      return "\(part.name)|\(part.filename ?? "-")|\(part.type ?? "-")|\(content)"
    }
  }

  @Test("fields and files are read as they were sent")
  func parts() throws {
    let text =
      "--b\r\nContent-Disposition: form-data; name=\"cacheControl\"\r\n\r\n3600\r\n"
      + "--b\r\nContent-Disposition: form-data; name=\"\"; filename=\"a \\\"b\\\"; c.png\"\r\n"
      + "Content-Type: image/png\r\n\r\n-b\r\n--a\r\n\r\n--b--\r\n"
    #expect(try MultipartTests.form(text) == ["cacheControl|-|-|3600", "|a \"b\"; c.png|image/png|-b\r\n--a\r\n"])
    let form = try Multipart(Array(text.utf8), boundary: "b")
    #expect(form.file?.filename == "a \"b\"; c.png" && form["cacheControl"] != nil && form["other"] == nil)
  }

  @Test("an empty part is kept; a preamble, an epilogue and blanks after a boundary are ignored")
  func edges() throws {
    let head = "Content-Disposition: form-data; name=file\r\n\r\n"
    #expect(try MultipartTests.form("--b\r\n\(head)\r\n--b--") == ["file|-|-|"])
    #expect(try MultipartTests.form("hello\r\n--b \t\r\n\(head)x\r\n--b--\r\nbye") == ["file|-|-|x"])
    #expect(try MultipartTests.form("--b--\r\n").isEmpty)
    #expect(
      try MultipartTests.form("--b\r\n\(head)x\r\n--b\r\n\(head)y\r\n--b--") == ["file|-|-|x", "file|-|-|y"])
  }

  @Test(
    "an incomplete, oversized or malformed form is refused",
    arguments: [
      "", "x", "--b", "--b\r\n", "--b\r\nContent-Disposition: form-data; name=a\r\n\r\nx",
      "--b\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n--", "--bx\r\n\r\n--b--",
      "--b\r\nContent-Disposition: form-data; name=a\r\n", "--b\r\n\r\nno name\r\n--b--",
      "--b\r\nContent-Disposition: attachment; name=a\r\n\r\nx\r\n--b--", "--b\r\nno colon\r\n\r\nx\r\n--b--",
      "--b\r\nX: \(String(repeating: "a", count: 9_000))\r\n\r\nx\r\n--b--",
      String(repeating: "--b\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n", count: 40) + "--b--",
    ])
  func refused(_ text: String) { #expect(throws: Multipart.Flaw.self) { try MultipartTests.form(text) } }

  @Test("a boundary is read from the content type, quoted or not; an invalid one is refused")
  func boundary() {
    #expect(Multipart.boundary("multipart/form-data; boundary=abc") == "abc")
    #expect(Multipart.boundary("Multipart/Form-Data; charset=x; Boundary=\"a b;c\"") == "a b;c")
    for bad in [
      "multipart/form-data", "multipart/form-data; boundary=", "multipart/mixed; boundary=a", "text/plain; boundary=a",
      "multipart/form-data; boundary=\(String(repeating: "a", count: 71))", "multipart/form-data; boundary=ä",
      "multipart/form-data; boundary=\"a \"",
    ] {
      #expect(Multipart.boundary(bad) == nil, "\(bad)")
    }
  }
}
