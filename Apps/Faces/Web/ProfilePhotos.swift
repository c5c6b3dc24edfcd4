internal import HTML
internal import Interface
internal import Kernel
internal import Shell
internal import Transport

// Upload of a photo to the tab that asked for one.
extension ProfileRouter {
  /// The size in bytes that a form may have beside its file.
  static let slack = 1 << 16

  /// Takes a photo: its bytes from the script, or a form with one file. The window decides whether it expects one.
  func photo(_ request: Request) async throws(Problem) -> Response {
    guard let id = request.target.query["tab"], let tab = await found(id) else { return Response(.gone) }
    let type = request.headers["content-type"] ?? ""
    guard type.hasPrefix("multipart/form-data") else {
      guard type == "application/octet-stream" else { return Response(.unsupportedMediaType) }
      do throws(Problem) {
        try await tab.window.perform(.photo(.bytes(request.body)))
        return Response(.noContent)
      } catch {
        return .text("\(error.sentence)\n", status: .conflict)
      }
    }
    do throws(Problem) {
      guard let file = SentFile(request.body, type: type), !file.bytes.isEmpty else { throw .noFile }
      try await tab.window.perform(.photo(.bytes(file.bytes)))
    } catch {
      await tab.window.toast(Toast(error))
    }
    return .seeOther(address(of: tab))
  }
}

/// The single file of a submitted form (RFC 7578).
struct SentFile: Sendable {
  let bytes: [UInt8]
  /// The file name that the browser sent.
  let name: String

  /// Nil if the body is not such a form or no file was chosen.
  init?(_ body: [UInt8], type: String) {
    guard
      let name = type.split(separator: ";").lazy.map({ $0.drop { $0 == " " } }).first(where: {
        $0.hasPrefix("boundary=")
      })
    else { return nil }
    let boundary = name.dropFirst("boundary=".count).filter { $0 != "\"" }
    guard (1...70).contains(boundary.utf8.count) else { return nil }
    let (opening, ending) = (Array("--\(boundary)\r\n".utf8), Array("\r\n--\(boundary)".utf8))
    guard body.starts(with: opening), let head = body.first(Array("\r\n\r\n".utf8), from: opening.count, within: 8192)
    else { return nil }
    let start = head + 4
    self.name = SentFile.name(in: String(decoding: body[opening.count..<head], as: UTF8.self))
    // Without a chosen file, a browser sends an empty one without a name.
    guard let end = body.first(ending, from: start, within: body.count), end > start || !self.name.isEmpty else {
      return nil
    }
    bytes = Array(body[start..<end])
  }
}

extension SentFile {
  /// The name in the part's header. Browsers encode quotation marks as %22.
  fileprivate static func name(in head: String) -> String {
    guard let start = head.firstRange(of: "filename=\"")?.upperBound else { return "" }
    return String(head[start...].prefix { $0 != "\"" && !$0.isNewline }).replacing("%22", with: "\"")
  }
}

extension [UInt8] {
  /// The index at which the bytes occur, at `start` or up to `reach` bytes after it.
  fileprivate func first(_ wanted: [UInt8], from start: Int, within reach: Int) -> Int? {
    let last = Swift.min(count - wanted.count, start + reach)
    guard start <= last, let mark = wanted.first else { return nil }
    return withUnsafeBufferPointer { bytes in
      (start...last).first { bytes[$0] == mark && bytes[$0...].starts(with: wanted) }
    }
  }
}

extension Problem {
  fileprivate static let noFile = Problem(
    "no-file", "No photo was chosen.", safe: "You can still send one.", remedy: "Choose a photo, then Send.")
}
