internal import FoundationEssentials
internal import JSON
internal import Transport

/// The details of an uploaded file.
struct Upload: Sendable, Hashable {
  var type: String
  var cache: String
  /// A JSON object, or nil.
  var metadata: String?

  static let longestMetadata = 16_384

  /// Returns a `Cache-Control` value. A number means seconds; an invalid text means `no-cache`.
  static func cache(_ text: String?) -> String {
    guard let text, 1...100 ~= text.utf8.count, text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else { return "no-cache" }
    return Int(text).map { "max-age=\(max(0, $0))" } ?? text
  }

  static func metadata(_ bytes: [UInt8]) throws(Refused) -> String {
    guard bytes.count <= longestMetadata, let json = try? JSON(bytes: bytes, deepest: 32), json.object != nil else {
      throw .malformed("metadata is a JSON object of 16 KiB at most")
    }
    var compact: [UInt8] = []
    JSONBytes.append(compact: bytes, to: &compact)
    return String(decoding: compact, as: UTF8.self)
  }
}

/// Separates an upload's file from its details while the body arrives. The file is the body itself; of a form, it is the
/// first part with a file name, else one whose name is `file` or empty.
struct UploadReader: Sendable {
  enum Step: Sendable, Hashable {
    /// The file begins, with that type; what was written before is none of it.
    case begin(type: String)
    case write([UInt8])
  }

  private enum Choice { case nothing, unnamed, named }

  /// Nil for a body that is the file itself.
  private var form: FormParser?
  private var upload: Upload
  private var choice = Choice.nothing
  /// The purpose of the content of the current part of a form.
  private var use = Use.nothing
  private var fields: [String: [UInt8]] = [:]

  private enum Use { case nothing, file, field(String) }

  init(_ head: RequestHead) throws(Refused) {
    let header = head.headers["content-type"] ?? ""
    guard ContentType.plain(header) == "multipart/form-data" else {
      let packed = head.headers["x-metadata"].flatMap { Data(base64Encoded: $0) }
      upload = Upload(
        type: ContentType.checked(header), cache: Upload.cache(head.headers["cache-control"]),
        metadata: try packed.map { data throws(Refused) in try Upload.metadata([UInt8](data)) })
      return
    }
    guard let boundary = FormParser.boundary(header) else {
      throw .malformed("The form does not say where its parts end")
    }
    form = FormParser(boundary: boundary)
    upload = Upload(type: ContentType.unknown, cache: "no-cache")
  }

  /// The type of the file; nil while it is unknown.
  var type: String? { form == nil || choice != .nothing ? upload.type : nil }
  var isForm: Bool { form != nil }

  mutating func read(_ bytes: [UInt8]) throws(Refused) -> [Step] {
    guard var form else { return [.write(bytes)] }
    // Released first: a value held twice is copied.
    self.form = nil
    defer { self.form = form }
    var steps: [Step] = []
    do throws(FormParser.Flaw) {
      form.append(bytes)
      while let event = try form.next() {
        switch event {
        case .part(let part): if let step = begin(part) { steps.append(step) }
        case .content(let content): if let step = take(content) { steps.append(step) }
        }
      }
    } catch {
      throw .malformed("The form \(error.what)")
    }
    return steps
  }

  /// Returns the details when the body is complete.
  func finish() throws(Refused) -> Upload {
    guard let form else { return upload }
    do throws(FormParser.Flaw) { try form.end() } catch { throw .malformed("The form \(error.what)") }
    guard choice != .nothing else { throw .malformed("No content provided") }
    var upload = upload
    upload.cache = Upload.cache(fields["cacheControl"].map { String(decoding: $0, as: UTF8.self) })
    upload.metadata = try fields["metadata"].map { bytes throws(Refused) in try Upload.metadata(bytes) }
    return upload
  }

  private mutating func begin(_ part: FormParser.Part) -> Step? {
    use = .nothing
    if part.filename == nil, ["cacheControl", "metadata"].contains(part.name), fields[part.name] == nil {
      fields[part.name] = []
      use = .field(part.name)
    } else if part.filename != nil ? choice != .named : choice == .nothing && ["file", ""].contains(part.name) {
      choice = part.filename == nil ? .unnamed : .named
      use = .file
      upload.type = ContentType.checked(part.type)
      return .begin(type: upload.type)
    }
    return nil
  }

  private mutating func take(_ content: [UInt8]) -> Step? {
    switch use {
    case .nothing: break
    case .file: return .write(content)
    case .field(let name):
      // One byte past the limit is enough to refuse it.
      let room = Upload.longestMetadata + 1 - (fields[name]?.count ?? 0)
      fields[name]?.append(contentsOf: content.prefix(max(0, room)))
    }
    return nil
  }
}
