internal import HTML
internal import Interface
internal import Shell
internal import Transport

/// The files that are the same for all users: style sheet, scripts, icons and manifests. They contain no personal data.
struct ServedFiles: Sendable {
  private struct File: Sendable {
    let type: String
    let bytes: [UInt8]
    let mark: String
    var headers: Headers = [:]
  }

  private let files: [String: File]

  init(of products: [Product], _ look: WebLook) {
    var files: [String: File] = [:]
    func add(_ name: String, _ type: String, _ bytes: [UInt8], _ headers: Headers = [:]) {
      files[name] = File(type: type, bytes: bytes, mark: WebFile.version(of: bytes), headers: headers)
    }
    add("look.css", "text/css; charset=utf-8", Array(look.sheet.utf8))
    add("face.js", "text/javascript; charset=utf-8", WebFile.named("face.js") ?? [])
    add("gone.js", "text/javascript; charset=utf-8", WebFile.named("gone.js") ?? [])
    add("away.js", "text/javascript; charset=utf-8", WebFile.named("away.js") ?? [], ["service-worker-allowed": "/"])
    add("gone", "text/html; charset=utf-8", Array(gonePage(look: look).utf8))
    for theme in look.themes {
      add("icon/\(theme.id).svg", "image/svg+xml", Array((look.icon(of: theme.id) ?? "").utf8))
    }
    for product in products {
      add("manifest/\(product.id).webmanifest", "application/manifest+json", Array(product.manifest.utf8))
    }
    self.files = files
  }

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
}
