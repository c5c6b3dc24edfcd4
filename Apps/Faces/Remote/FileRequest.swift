internal import JSON
internal import Kernel
internal import Platform
internal import Shell

/// A request for a file that the window offers: its bytes, or to save it in a folder of the window's machine.
enum FileRequest: Sendable, Equatable {
  case piece(Int, from: Int)
  case save(Int, in: String)

  static let methods = ["file", "save_file"]

  /// Nil for another method.
  init?(_ request: RPCRequest) throws(Problem) {
    guard FileRequest.methods.contains(request.method) else { return nil }
    func number(_ name: String) -> Int? { request.params?[name]?.number.flatMap { Int(exactly: $0) } }
    guard let id = number("id") else {
      throw Problem(
        "bad-params", "“\(request.method)” does not say which file.",
        remedy: "Send the `id` of the notification `file_offered`.")
    }
    guard request.method == "save_file" else {
      let given = request.params?["start"] ?? .null
      guard let start = given == .null ? 0 : number("start"), start >= 0 else {
        throw Problem("bad-params", "`start` is a whole number from 0 on.", remedy: "Leave it out for the beginning.")
      }
      self = .piece(id, from: start)
      return
    }
    guard let folder = request.params?["folder"]?.string, folder.hasPrefix("/"), folder.utf8.count <= 4096,
      !folder.utf8.contains(0)
    else {
      throw Problem(
        "bad-params", "`save_file` takes the whole path of a folder.",
        remedy: "Send {\"folder\": \"/home/me/Downloads\"}.")
    }
    self = .save(id, in: folder)
  }

  static func json(_ piece: FilePiece) -> JSON {
    let members: [String: JSON] = [
      "start": .number(Double(piece.start)), "bytes": .string(Data(piece.bytes).base64EncodedString()),
    ]
    let offer = (try? JSON(encoding: piece.offer))?.object ?? [:]
    return .object(offer.merging(members) { own, _ in own })
  }
}
