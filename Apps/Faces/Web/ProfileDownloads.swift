internal import HTML
internal import Interface
internal import Kernel
internal import Shell
internal import Transport

// Downloads of the files that a tab's window offers.
extension ProfileRouter {
  /// Answers a request for an offered file of a tab of this browser. A page with a script reports what became of the
  /// file; for one without, the file counts as saved when all of it was sent.
  func handedOut(_ request: Request, _ file: String) async throws(Problem) -> Response {
    let query = request.target.query
    guard let id = query["tab"], let tab = await found(id), let file = Int(file),
      let (offer, content) = tab.window.offered(file)
    else { throw .noDownload }
    let headers: Headers = [
      "content-disposition": Attachment.header(for: offer.name),
      // The file is a document of its own, should a browser show it in spite of the header.
      "content-security-policy": "default-src 'none'; sandbox",
    ]
    let sent = Locked(0)
    guard query["by"] != "script" else {
      var response = Response.bytes([], type: offer.type, headers: headers)
      response.content = .pieces(length: offer.size) { Attachment.next(of: content, sent) }
      return response
    }
    let chunks = AsyncStream<[UInt8]> {
      if let chunk = Attachment.next(of: content, sent) { return chunk }
      // What could not be read was not sent whole.
      guard sent.withLock({ $0 }) == offer.size else { return nil }
      // Fails for a file that was answered before: it may be fetched again.
      _ = try? await tab.window.perform(.delivered(.saved(), of: offer.id))
      return nil
    }
    return .chunks(chunks, type: offer.type, headers: headers)
  }
}

/// The header field of a response that is to be saved (RFC 6266).
enum Attachment {
  /// Size of the pieces in which a file is sent, in bytes.
  static let chunk = 1 << 16

  /// The next piece of the file; nil at its end, and where it cannot be read.
  static func next(of file: OutgoingFile, _ sent: Locked<Int>) -> [UInt8]? {
    let start = sent.withLock { $0 }
    guard let piece = try? file.read(from: start, chunk), !piece.isEmpty else { return nil }
    sent.withLock { $0 = start + piece.count }
    return piece
  }

  /// The name in ASCII for old clients, and as it is (RFC 8187) for all others.
  static func header(for name: String) -> String {
    let plain = FileName(name).text
    let ascii = String(
      plain.unicodeScalars.map { scalar in
        scalar.isASCII && scalar.value >= 0x20 && scalar.value != 0x7F && !"\"\\%".unicodeScalars.contains(scalar)
          ? Character(scalar) : "_"
      })
    return "attachment; filename=\"\(ascii)\"; filename*=UTF-8''\(PercentCoding.encoded(plain))"
  }
}

extension Problem {
  fileprivate static let noDownload = Problem(
    "no-such-file", "This file is not offered any more.", safe: "Nothing was changed.",
    remedy: "Go back to the page and export it again.")
}
