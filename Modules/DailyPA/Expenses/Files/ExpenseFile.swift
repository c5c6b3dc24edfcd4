internal import Files
internal import Kernel

/// A file that a person chose to import.
enum ExpenseFile {
  /// Bytes of the largest file.
  static let largest = 8 << 20

  /// Reads the whole file. Throws for anything but a regular file of at most `largest` bytes.
  static func bytes(at path: String) throws(Problem) -> [UInt8] {
    do throws(ReadableFile.Refusal) { return try ReadableFile.bytes(at: path, most: largest) } catch {
      throw error == .tooLarge ? tooLarge : missing
    }
  }

  static let missing = Problem(
    "csv-missing", "There is no file at this path that can be read.", safe: "Nothing was imported.",
    remedy: "Check the path, or choose the file above.")
  static let tooLarge = Problem(
    "csv-large", "The file is larger than 8 MB.", safe: "Nothing was imported.",
    remedy: "Split it into smaller files, each with the line that names the columns.")
  static let notText = Problem(
    "csv-encoding", "The file is no text in UTF-8.", safe: "Nothing was imported.",
    remedy: "Save it again as CSV in UTF-8, and choose that file.")
  static let noColumns = Problem(
    "csv-columns", "The first line names no columns “date” and “amount”.", safe: "Nothing was imported.",
    remedy: "Name the columns in the first line, such as date,amount,currency,category,merchant,description.")
  static let tooMany = Problem(
    "csv-lines", "The file has more than \(ExpenseSheet.most) lines.", safe: "Nothing was imported.",
    remedy: "Split it into smaller files, each with the line that names the columns.")
}
