public import Kernel
internal import Relational

/// The files of one person, for the server's own use.
extension Objects {
  /// One file of a person: where it is stored, and a handle to its content.
  public struct PersonFile: Sendable {
    public let bucket: String
    /// Its name in the bucket, below the person's own folder.
    public let name: String
    public let file: File
  }

  private static let page = 500

  /// Returns every file in the person's folders, in the order of bucket and name.
  public func files(of person: String) async throws(Problem) -> [PersonFile] {
    var files: [PersonFile] = []
    var last = ("", "")
    while true {
      let (bucket, name) = last
      let page: [[Value]]
      do throws(Refused) {
        page = try await look { session throws(Failure) in
          try session.rows(
            """
            select bucket, name, type, size, file from objects
            where root = $1 and (bucket > $2 or (bucket = $2 and name > $3)) order by bucket, name limit $4
            """, [.text(person), .text(bucket), .text(name), .int(Objects.page)])
        }
      } catch {
        throw Problem(
          "objects", "The database did not answer for the files of a person.", safe: "Nothing was changed.",
          remedy: "Try again in a while.")
      }
      for row in page {
        guard let bucket = row[0].string, let name = row[1].string, let type = row[2].string, let size = row[3].int,
          let file = row[4].string
        else { continue }
        last = (bucket, name)
        files.append(
          PersonFile(
            bucket: bucket, name: String(name.dropFirst(person.count + 1)),
            file: File(type: type, size: size, file: file)))
      }
      guard page.count == Objects.page else { return files }
    }
  }
}
