internal import FoundationEssentials
internal import Glibc
public import Kernel

/// Writes letters to a folder instead of sending them, for development without a mail server: `000001.eml` and so on.
/// Only the newest thousand are kept, and those for 14 days, since they name people who may be erased meanwhile.
public actor FolderMailer: Mailer {
  public static let most = 1_000
  /// In seconds.
  public static let longest = 14 * 86_400

  private let folder: String
  private let sender: Sender
  private let time: Time
  private let kept: Int
  /// The number of the last letter; nil until the folder has been read.
  private var last: Int?

  public init(_ folder: String, from sender: Sender, time: Time = .live, keeping kept: Int = FolderMailer.most) {
    self.folder = folder
    self.sender = sender
    self.time = time
    self.kept = kept
  }

  public func deliver(_ letter: Letter) throws(Problem) {
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw FolderMailer.problem(errno) }
    let number = (last ?? numbers().last ?? 0) + 1
    let writing = LetterText(letter, from: sender, at: time.now().date, id: UUID())
    try write(writing.bytes, to: path(number))
    last = number
    for number in numbers().dropLast(kept) { unlink(path(number)) }
  }

  /// Returns the newest letters, newest first.
  public func letters(newest count: Int) -> [KeptLetter] {
    numbers().suffix(max(0, count)).reversed().compactMap { letter($0) }
  }

  public func letter(_ number: Int) -> KeptLetter? {
    guard number > 0, let data = try? Data(contentsOf: URL(filePath: path(number))) else { return nil }
    return KeptLetter(number, reading: [UInt8](data))
  }

  /// Deletes the letters to an address.
  public func remove(to address: String) {
    for number in numbers() where letter(number)?.to == address { unlink(path(number)) }
  }

  /// Deletes the letters whose time is over.
  public func removeOld() {
    let limit = Int(time.now().date.timeIntervalSince1970) - FolderMailer.longest
    for number in numbers() {
      var facts = stat()
      if stat(path(number), &facts) == 0, facts.st_mtim.tv_sec < limit { unlink(path(number)) }
    }
  }

  private func path(_ number: Int) -> String {
    let digits = String(number)
    return "\(folder)/\(String(repeating: "0", count: max(0, 6 - digits.count)))\(digits).eml"
  }

  /// Returns the numbers of the stored letters in ascending order.
  private func numbers() -> [Int] {
    guard let entries = opendir(folder) else { return [] }
    defer { closedir(entries) }
    var numbers: [Int] = []
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(".eml"), let number = Int(name.dropLast(4)), number > 0 { numbers.append(number) }
    }
    return numbers.sorted()
  }

  /// Writes a file atomically, readable by its owner only.
  private func write(_ bytes: [UInt8], to path: String) throws(Problem) {
    let unfinished = "\(folder)/.new-\(UUID().uuidString)"
    let file = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw FolderMailer.problem(errno) }
    var start = 0
    var failure: Int32 = 0
    while start < bytes.count, failure == 0 {
      let count = bytes[start...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count > 0 { start += count } else if errno != EINTR { failure = errno }
    }
    let now = timespec(tv_sec: Int(time.now().date.timeIntervalSince1970), tv_nsec: 0)
    _ = [now, now].withUnsafeBufferPointer { futimens(file, $0.baseAddress) }
    close(file)
    if failure == 0, rename(unfinished, path) != 0 { failure = errno }
    guard failure == 0 else {
      unlink(unfinished)
      throw FolderMailer.problem(failure)
    }
  }

  private static func problem(_ code: Int32) -> Problem {
    Problem(
      "mail-folder", "The folder for mails cannot be written: \(String(cString: strerror(code))).",
      safe: "The mail was not stored.",
      remedy: "Free some disk space, or give the server write permission for the folder.")
  }
}
