import Testing

@testable import Markup

/// The events of a document as words.
private final class Recorder {
  var words: [String] = []
  var text = ""
  var stream: XMLStream?
  var last: String?

  func read(_ document: String, by size: Int, separator: UInt8? = nil) throws(XMLStream.Failure) {
    let events = XMLStream.Events(
      began: { context, name, attributes in
        guard let context, let name, let attributes else { return }
        let recorder = Unmanaged<Recorder>.fromOpaque(context).takeUnretainedValue()
        var word = "<" + String(cString: name)
        var place = 0
        while let key = attributes[place], let value = attributes[place + 1] {
          word += " \(String(cString: key))=\(String(cString: value))"
          place += 2
        }
        recorder.words.append(word)
        if String(cString: name) == recorder.last { recorder.stream?.stop() }
      },
      ended: { context, name in
        guard let context, let name else { return }
        let recorder = Unmanaged<Recorder>.fromOpaque(context).takeUnretainedValue()
        if !recorder.text.isEmpty { recorder.words.append(recorder.text) }
        recorder.text = ""
        recorder.words.append(">" + String(cString: name))
      },
      heard: { context, bytes, count in
        guard let context, let bytes else { return }
        let piece = UnsafeRawBufferPointer(start: bytes, count: Int(count))
        Unmanaged<Recorder>.fromOpaque(context).takeUnretainedValue().text += String(decoding: piece, as: UTF8.self)
      },
      typed: { context, name, _, _, _ in
        guard let context, let name else { return }
        Unmanaged<Recorder>.fromOpaque(context).takeUnretainedValue().words.append("type \(String(cString: name))")
      },
      declared: { context, name, _, _, _, _, _, _, _ in
        guard let context, let name else { return }
        Unmanaged<Recorder>.fromOpaque(context).takeUnretainedValue().words.append("entity \(String(cString: name))")
      })
    let stream = XMLStream(events, of: Unmanaged.passUnretained(self).toOpaque(), separator: separator)
    self.stream = stream
    defer { self.stream = nil }
    let bytes = Array(document.utf8)
    var failure: XMLStream.Failure?
    bytes.withUnsafeBytes { bytes in
      do throws(XMLStream.Failure) {
        for start in Swift.stride(from: 0, to: bytes.count, by: size) {
          try stream.parse(UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + size, bytes.count)]))
        }
        try stream.parse(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true)
      } catch { failure = error }
    }
    if let failure { throw failure }
  }
}

@Suite("XML as a stream of events") struct XMLStreamTests {
  private func words(_ document: String, by size: Int = 1000, separator: UInt8? = nil) throws -> [String] {
    let recorder = Recorder()
    try recorder.read(document, by: size, separator: separator)
    return recorder.words
  }

  @Test(
    "Elements, attributes and texts arrive in their order, whatever the size of the pieces", arguments: [1, 2, 7, 1000])
  func pieces(size: Int) throws {
    let document = "<a x=\"1\" y=\"é\"><b>Grün &amp; gut</b><c/></a>"
    #expect(try words(document, by: size) == ["<a x=1 y=é", "<b", "Grün & gut", ">b", "<c", ">c", ">a"])
  }

  @Test("Names have their space before a separator, or their prefix without one")
  func spaces() throws {
    let document = "<a:b xmlns:a=\"DAV:\"/>"
    #expect(try words(document, separator: 32) == ["<DAV: b", ">DAV: b"])
    #expect(try words(document) == ["<a:b xmlns:a=DAV:", ">a:b"])
  }

  @Test("A document that is cut, malformed or stopped ends with what it is")
  func failures() throws {
    for document in ["<a", "<a><b/>", "", "<a><![CDATA[x"] {
      #expect(throws: XMLStream.Failure.cut) { try words(document) }
    }
    #expect(throws: XMLStream.Failure.malformed("mismatched tag", line: 2)) { try words("<a>\n</b>") }
    let recorder = Recorder()
    recorder.last = "b"
    #expect(throws: XMLStream.Failure.stopped) { try recorder.read("<a><b/><c/></a>", by: 1000) }
    #expect(!recorder.words.contains("<c"))
  }

  @Test("Declared types and entities are told of")
  func declarations() throws {
    #expect(try words("<!DOCTYPE a [<!ENTITY e \"x\">]><a/>") == ["type a", "entity e", "<a", ">a"])
  }
}
