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
      let (offer, bytes) = tab.window.offered(file)
    else { throw .noDownload }
    let headers: Headers = [
      "content-disposition": Attachment.header(for: offer.name),
      // The file is a document of its own, should a browser show it in spite of the header.
      "content-security-policy": "default-src 'none'; sandbox",
    ]
    guard query["by"] != "script" else { return .bytes(bytes, type: offer.type, headers: headers) }
    let sent = Locked(0)
    let chunks = AsyncStream<[UInt8]> {
      let start = sent.withLock { sent in
        defer { sent = min(bytes.count, sent + Attachment.chunk) }
        return sent
      }
      guard start >= bytes.count else { return Array(bytes[start..<min(bytes.count, start + Attachment.chunk)]) }
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
