internal import FoundationEssentials
internal import Transport

/// The parts of a request of the resumable upload protocol, tus 1.0.0.
enum TusHead {
  static let version = "1.0.0"
  static let extensions = "creation,creation-with-upload,expiration,termination"
  static let content = "application/offset+octet-stream"
  static let longestMetadata = 65_536

  /// The facts that a creation states about the file.
  struct Announced: Sendable, Hashable {
    let bucket: BucketName
    let name: ObjectName
    let size: Int
    let upload: Upload
  }

  static func checkVersion(_ head: RequestHead) throws(Refused) {
    guard head.headers["tus-resumable"] == version else { throw .otherVersion }
  }

  static func announced(_ head: RequestHead) throws(Refused) -> Announced {
    guard head.headers["upload-defer-length"] == nil else { throw .malformed("Upload-Length is needed at once") }
    let size = try number("upload-length", head)
    let fields = try metadata(head.headers["upload-metadata"] ?? "")
    let bucket = try BucketName(try text("bucketName", fields))
    let name = try ObjectName(try text("objectName", fields))
    let type = fields["contentType"].flatMap { String(validating: $0, as: UTF8.self) }
    let cache = fields["cacheControl"].flatMap { String(validating: $0, as: UTF8.self) }
    let own = fields["metadata"] ?? []
    let upload = Upload(
      type: ContentType.checked(type), cache: Upload.cache(cache),
      metadata: own.isEmpty ? nil : try Upload.metadata(own))
    return Announced(bucket: bucket, name: name, size: size, upload: upload)
  }

  /// Reads the offset of a request that brings a part of the file.
  static func offset(_ head: RequestHead) throws(Refused) -> Int {
    guard hasContent(head) else { throw .type(ContentType.plain(head.headers["content-type"] ?? "")) }
    return try number("upload-offset", head)
  }

  /// Whether the body is a part of the file.
  static func hasContent(_ head: RequestHead) -> Bool { head.headers["content-type"] == content }

  static func number(_ name: String, _ head: RequestHead) throws(Refused) -> Int {
    guard let text = head.headers[name], 1...16 ~= text.utf8.count, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      let number = Int(text)
    else { throw .malformed("\(name) must be a whole number") }
    return number
  }

  /// Parses `bucketName Yg==,objectName YQ==,flag`.
  static func metadata(_ text: String) throws(Refused) -> [String: [UInt8]] {
    guard text.utf8.count <= longestMetadata else { throw malformed }
    var fields: [String: [UInt8]] = [:]
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(separator: " ")
      if words.isEmpty, text.isEmpty { return [:] }
      guard 1...2 ~= words.count, fields[String(words[0])] == nil, fields.count < 32 else { throw malformed }
      guard words.count == 2 else {
        fields[String(words[0])] = []
        continue
      }
      guard let data = Data(base64Encoded: String(words[1])) else { throw malformed }
      fields[String(words[0])] = [UInt8](data)
    }
    return fields
  }

  private static func text(_ name: String, _ fields: [String: [UInt8]]) throws(Refused) -> String {
    guard let bytes = fields[name], let text = String(validating: bytes, as: UTF8.self), !text.isEmpty else {
      throw .malformed("Upload-Metadata lacks \(name)")
    }
    return text
  }

  private static let malformed = Refused.malformed("Upload-Metadata is a list of names, each with a value in base64")
}
