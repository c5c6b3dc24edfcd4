import Testing

@testable import Objects

/// The parts of a form with their contents in memory. `cuts` are the places where its bytes are split.
struct ParsedForm: Equatable {
  struct Part: Equatable {
    let head: FormParser.Part
    var content: [UInt8] = []
  }

  private(set) var parts: [Part] = []

  init(_ bytes: [UInt8], boundary: String, cuts: [Int] = []) throws {
    var parser = FormParser(boundary: boundary)
    for (start, end) in zip([0] + cuts.sorted(), cuts.sorted() + [bytes.count]) {
      parser.append(Array(bytes[start..<end]))
      while let event = try parser.next() {
        switch event {
        case .part(let part): parts.append(Part(head: part))
        case .content(let content): parts[parts.count - 1].content += content
        }
      }
    }
    try parser.end()
  }
}

@Suite("Multipart forms")
struct MultipartTests {
  static func form(_ text: String, boundary: String = "b") throws -> [String] {
    try ParsedForm(Array(text.utf8), boundary: boundary).parts.map { part in
      let content = String(decoding: part.content, as: UTF8.self)
      return "\(part.head.name)|\(part.head.filename ?? "-")|\(part.head.type ?? "-")|\(content)"
    }
  }

  @Test("fields and files are read as they were sent")
  func parts() throws {
    let text =
      "--b\r\nContent-Disposition: form-data; name=\"cacheControl\"\r\n\r\n3600\r\n"
      + "--b\r\nContent-Disposition: form-data; name=\"\"; filename=\"a \\\"b\\\"; c.png\"\r\n"
      + "Content-Type: image/png\r\n\r\n-b\r\n--a\r\n\r\n--b--\r\n"
    #expect(try MultipartTests.form(text) == ["cacheControl|-|-|3600", "|a \"b\"; c.png|image/png|-b\r\n--a\r\n"])
    // Byte by byte as well.
    let bytes = Array(text.utf8)
    let cut = try ParsedForm(bytes, boundary: "b", cuts: Array(bytes.indices))
    #expect(try cut == ParsedForm(bytes, boundary: "b") && cut.parts.count == 2)
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
  func refused(_ text: String) { #expect(throws: FormParser.Flaw.self) { try MultipartTests.form(text) } }

  @Test("a boundary is read from the content type, quoted or not; an invalid one is refused")
  func boundary() {
    #expect(FormParser.boundary("multipart/form-data; boundary=abc") == "abc")
    #expect(FormParser.boundary("Multipart/Form-Data; charset=x; Boundary=\"a b;c\"") == "a b;c")
    for bad in [
      "multipart/form-data", "multipart/form-data; boundary=", "multipart/mixed; boundary=a", "text/plain; boundary=a",
      "multipart/form-data; boundary=\(String(repeating: "a", count: 71))", "multipart/form-data; boundary=ä",
      "multipart/form-data; boundary=\"a \"",
    ] {
      #expect(FormParser.boundary(bad) == nil, "\(bad)")
    }
  }
}
