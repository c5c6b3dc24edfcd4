import Testing

@testable import Objects

@Suite("Parsing of requests")
struct ReadingTests {
  @Test("a range selects a part, the whole file, or lies beyond its end")
  func ranges() {
    for (field, meant) in [
      ("bytes=0-3", ByteRange.part(0..<4)), ("bytes=2-", .part(2..<10)), ("bytes=-3", .part(7..<10)),
      ("bytes=-99", .part(0..<10)), ("bytes=5-99", .part(5..<10)), ("bytes=9-9", .part(9..<10)), ("bytes=10-", .beyond),
      ("bytes=-0", .beyond), ("bytes=99999999999999999999-", .beyond), ("bytes=0-99999999999999999999", .part(0..<10)),
      ("bytes=3-1", .whole), ("bytes=0-1,3-4", .whole), ("bytes=-", .whole), ("bytes=", .whole), ("items=0-1", .whole),
      ("bytes=a-b", .whole), ("bytes=+1-2", .whole), ("BYTES=1-2", .part(1..<3)),
    ] {
      #expect(ByteRange(field, of: 10) == meant, "\(field)")
    }
    #expect(ByteRange(nil, of: 10) == .whole && ByteRange("bytes=0-", of: 0) == .beyond)
    #expect(ByteRange("bytes=-5", of: 0) == .beyond)
  }

  @Test("a name is normalized; traversal, control characters and excess length are refused")
  func names() throws {
    let name = try ObjectName("a/b c/e\u{301}.png")
    #expect(name.text.utf8.elementsEqual("a/b c/\u{E9}.png".utf8))
    #expect((name.root, name.folder, name.leaf) == ("a", "a/b c", "\u{E9}.png"))
    let top = try ObjectName("x")
    #expect((top.root, top.folder, top.leaf) == ("", "", "x"))
    // In Swift, the slash and the accent are one character; in a path, the slash separates two names.
    let accent = try ObjectName("a/\u{301}b")
    #expect((accent.root, accent.folder) == ("a", "a"))
    for bad in [
      "", "/", "a/", "/a", "a//b", ".", "..", "a/../b", "a/.", "../a", "a\0b", "a\nb", "a\\b", "a\u{2028}b", "a\u{7F}",
      String(repeating: "a", count: 1_025), Array(repeating: "a", count: 65).joined(separator: "/"), "..\u{FFFF}",
    ] {
      #expect(throws: Refused.self, "\(bad.debugDescription)") { try ObjectName(bad) }
    }
    for bad in ["", "a/b", "list", "public", ".a", " a", "a ", "ä", "a\n", String(repeating: "a", count: 101)] {
      #expect(throws: Refused.self, "\(bad.debugDescription)") { try BucketName(bad) }
    }
    #expect(try BucketName("avatars 2").text == "avatars 2")
  }

  @Test("only types that no browser executes are shown inline, and an invalid type is replaced")
  func types() {
    for shown in ["image/png", "IMAGE/JPEG; q=1", "video/mp4", "text/plain;charset=UTF-8", "application/pdf"] {
      #expect(ContentType.isShown(shown), "\(shown)")
    }
    for saved in [
      "text/html", "TEXT/HTML; charset=x", "image/svg+xml", "application/xhtml+xml", "text/xml", "image/foo+xml",
      "application/javascript", "application/octet-stream", "multipart/x", "",
    ] {
      #expect(!ContentType.isShown(saved), "\(saved)")
    }
    #expect(ContentType.checked("image/png; a=b") == "image/png; a=b")
    for bad in [nil, "", "image", "image/", "a/b\r\nx: y", "*/*", "image/*", "a/b/c", "ä/b"] {
      #expect(ContentType.checked(bad) == ContentType.unknown)
    }
  }

  @Test("the cache duration of an upload becomes a valid header value")
  func caches() {
    #expect(Upload.cache("3600") == "max-age=3600" && Upload.cache("max-age=5, public") == "max-age=5, public")
    for bad in [nil, "", "a\r\nb", "é", String(repeating: "a", count: 101)] { #expect(Upload.cache(bad) == "no-cache") }
    #expect(Upload.cache("-5") == "max-age=0")
  }
}
