internal import HTML
internal import Interface
internal import Kernel
internal import Shell
internal import Transport

// File uploads of any size: in pieces from the script, or whole from a form.
extension ProfileRouter {
  /// Takes a file or a piece of it. Answers a piece with the number of bytes received, or with the reason of a refusal
  /// as text.
  func file(_ request: Request) async throws(Problem) -> Response {
    let query = request.target.query
    guard let id = query["tab"], let tab = await found(id) else { return Response(.gone) }
    let type = request.headers["content-type"] ?? ""
    guard type.hasPrefix("multipart/form-data") else {
      guard type == "application/octet-stream" else { return Response(.unsupportedMediaType) }
      if query["stop"] != nil {
        await tab.receiving.stop()
        return Response(.noContent)
      }
      do throws(Problem) {
        guard let piece = Receiving.Piece(query, request.body) else { throw .noPiece }
        return .text("\(try await tab.receiving.take(piece))")
      } catch {
        return .text(error.sentence, status: .conflict)
      }
    }
    do throws(Problem) {
      guard let file = SentFile(request.body, type: type) else { throw .noFile }
      let piece = Receiving.Piece(
        file: Unguessable.text(), name: file.name, size: file.bytes.count, start: 0, node: query["node"] ?? "",
        bytes: file.bytes)
      _ = try await tab.receiving.take(piece)
    } catch {
      await tab.window.toast(Toast(error))
    }
    return .seeOther(address(of: tab))
  }
}

extension Receiving.Piece {
  fileprivate init?(_ query: FormFields, _ bytes: [UInt8]) {
    guard let file = query["file"], (1...64).contains(file.utf8.count), let node = query["node"],
      let size = query["size"].flatMap({ Int($0) }), let start = query["start"].flatMap({ Int($0) })
    else { return nil }
    self.init(file: file, name: query["name"] ?? "", size: size, start: start, node: node, bytes: bytes)
  }
}

extension Problem {
  fileprivate static let noPiece = Problem(
    "bad-piece", "The piece of the file is not identified.", safe: "The piece was discarded.",
    remedy: "Choose the file again.")
  fileprivate static let noFile = Problem(
    "no-file", "No file was chosen.", safe: "Nothing was changed.", remedy: "Choose a file, then Send.")
}
