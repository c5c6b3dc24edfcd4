internal import FoundationEssentials
internal import JSON
internal import Transport

/// An uploaded file, sent as the body or in a form.
struct Upload: Sendable, Hashable {
  var bytes: [UInt8]
  var type: String
  var cache: String
  /// A JSON object, or nil.
  var metadata: String?

  static let longestMetadata = 16_384

  init(_ request: Request) throws(Refused) {
    let header = request.headers["content-type"] ?? ""
    guard ContentType.plain(header) == "multipart/form-data" else {
      bytes = request.body
      type = ContentType.checked(header)
      cache = Upload.cache(request.headers["cache-control"])
      let packed = request.headers["x-metadata"].flatMap { Data(base64Encoded: $0) }
      metadata = try packed.map { data throws(Refused) in try Upload.metadata([UInt8](data)) }
      return
    }
    guard let boundary = Multipart.boundary(header) else {
      throw .malformed("The form does not say where its parts end")
    }
    let form: Multipart
    do throws(Multipart.Flaw) {
      form = try Multipart(request.body, boundary: boundary)
    } catch {
      throw .malformed("The form \(error.what)")
    }
    guard let file = form.file else { throw .malformed("No content provided") }
    bytes = Array(request.body[file.content])
    type = ContentType.checked(file.type)
    let seconds = form["cacheControl"].map { String(decoding: request.body[$0.content], as: UTF8.self) }
    cache = Upload.cache(seconds)
    metadata = try form["metadata"].map { part throws(Refused) in
      try Upload.metadata(Array(request.body[part.content]))
    }
  }

  init(bytes: [UInt8], type: String, cache: String, metadata: String? = nil) {
    (self.bytes, self.type, self.cache, self.metadata) = (bytes, type, cache, metadata)
  }

  /// Returns a `Cache-Control` value. A number means seconds; an invalid text means `no-cache`.
  static func cache(_ text: String?) -> String {
    guard let text, 1...100 ~= text.utf8.count, text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else { return "no-cache" }
    return Int(text).map { "max-age=\(max(0, $0))" } ?? text
  }

  private static func metadata(_ bytes: [UInt8]) throws(Refused) -> String {
    guard bytes.count <= longestMetadata, let json = try? JSON(bytes: bytes, deepest: 32), json.object != nil else {
      throw .malformed("metadata is a JSON object of 16 KiB at most")
    }
    var compact: [UInt8] = []
    JSONBytes.append(compact: bytes, to: &compact)
    return String(decoding: compact, as: UTF8.self)
  }
}
