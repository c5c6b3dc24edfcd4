internal import HTML
internal import Shell
internal import Transport

/// What is the same for everybody: the style sheet, the script, the icons. None of it says anything about anybody.
struct ServedFiles: Sendable {
  private struct File: Sendable {
    let type: String
    let bytes: [UInt8]
    let mark: String
    var headers: Headers = [:]
  }

  private let files: [String: File]

  init() {
    var files: [String: File] = [:]
    func add(_ name: String, _ type: String, _ bytes: [UInt8], _ headers: Headers = [:]) {
      files[name] = File(type: type, bytes: bytes, mark: ServedFiles.mark(bytes), headers: headers)
    }
    add("look.css", "text/css; charset=utf-8", Array(stylesheet().utf8))
    add("face.js", "text/javascript; charset=utf-8", WebFile.named("face.js") ?? [])
    add("away.js", "text/javascript; charset=utf-8", WebFile.named("away.js") ?? [], ["service-worker-allowed": "/"])
    add("gone", "text/html; charset=utf-8", Array(gonePage().utf8))
    for product in Product.all {
      add("icon/\(product.id).svg", "image/svg+xml", Array(appIcon(of: product.theme).utf8))
      add("manifest/\(product.id).webmanifest", "application/manifest+json", Array(product.manifest.utf8))
    }
    self.files = files
  }

  /// Under which address a page asks for it: another content has another address, so a browser may keep it for ever.
  func address(_ name: String) -> String { "/-/\(name)?v=\(files[name]?.mark ?? "")" }

  func answer(_ name: String, _ request: Request) -> Response? {
    guard let file = files[name] else { return nil }
    let tag = "\"\(file.mark)\""
    let isFresh = request.has(etag: tag)
    var response = isFresh ? Response(.notModified) : .bytes(file.bytes, type: file.type)
    for field in file.headers.fields { response.headers[field.name] = field.value }
    response.headers["etag"] = tag
    response.headers["cache-control"] =
      request.target.query["v"] == file.mark ? "public, max-age=31536000, immutable" : "no-cache"
    return response
  }

  /// FNV-1a: two contents of one file differ in it, which is all that is asked.
  private static func mark(_ bytes: [UInt8]) -> String {
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    return String(hash, radix: 36)
  }
}
