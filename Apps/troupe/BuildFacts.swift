internal import CBuildFacts
internal import JSON
internal import Shell

/// The facts of this build that `troupe --version --json` prints.
enum BuildFacts {
  static var json: String {
    let commit = String(cString: build_commit())
    let document: JSON = [
      "name": "troupe", "version": .string(Troupe.version), "commit": commit.isEmpty ? .null : .string(commit),
      "licence": "MIT",
      "libraries": .array(
        libraries.map { ["name": .string($0.name), "licence": .string($0.licence), "module": .string($0.module)] }),
    ]
    return (try? JSON.text(document, isPretty: true)) ?? "{}"
  }

  /// The foundations of the program, with the licences by their SPDX identifiers. All of it comes from the system, but Swift's
  /// runtime, which a release build contains.
  private static let libraries: [(name: String, licence: String, module: String)] = [
    ("Swift runtime and Foundation", "Apache-2.0 WITH Swift-exception", "Swift"),
    ("GNU C Library", "LGPL-2.1-or-later", "CEpoll"),
    ("OpenSSL", "Apache-2.0", "COpenSSL"), ("SQLite", "blessing", "CSQLite"), ("libsodium", "ISC", "CSodium"),
    ("libsystemd", "LGPL-2.1-or-later", "CSystemd"), ("libpq", "PostgreSQL", "CPostgres"), ("curl", "curl", "CCurl"),
    ("Expat", "MIT", "CExpat"), ("zlib", "Zlib", "CZlib"), ("Leptonica", "BSD-2-Clause", "CLeptonica"),
    ("Tesseract", "Apache-2.0", "CTesseract"), ("Gumbo", "Apache-2.0", "CGumbo"),
    ("Pango", "LGPL-2.0-or-later", "CPicture"), ("cairo", "LGPL-2.1-only OR MPL-1.1", "CPicture"),
  ]
}
