internal import CTesseract
public import Days
public import Kernel
internal import Photos
internal import Threads

/// Reads receipts from pictures, one at a time on a thread of its own, since a large one takes a lot of memory.
public actor ReceiptReader {
  /// The largest file in bytes.
  public static let largest = PhotoPress.largest
  private static let mostPixels: Int64 = 50_000_000
  private static let mostPasses = 100

  /// The most milliseconds that the recognition of one picture takes.
  private let patience: Int32
  /// The most pictures that wait while one is read.
  private let mostWaiting: Int
  private var isBusy = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  public init(patience: Int = 20_000, mostWaiting: Int = 8) {
    self.patience = Int32(clamping: max(1, patience))
    self.mostWaiting = max(0, mostWaiting)
  }

  /// Whether receipts can be read here at all.
  public nonisolated static var isAvailable: Bool { receipt_is_available() }

  /// Returns the values on a picture. Throws with a sentence for the person when the bytes are no picture, are damaged, or
  /// are too large. A picture without text has no values.
  public func read(_ bytes: [UInt8], on today: CalendarDay? = nil) async throws(Problem) -> ReadReceipt {
    ReceiptExtraction.receipt(from: try await words(on: bytes), on: today)
  }

  /// Returns the words on a picture, as the other function has them read.
  public func words(on bytes: [UInt8]) async throws(Problem) -> [ReceiptWord] {
    guard !bytes.isEmpty else { throw .emptyFile }
    guard bytes.count <= ReceiptReader.largest else { throw .largeFile }
    let head = PhotoHead(bytes)
    guard head.passes <= ReceiptReader.mostPasses else { throw .largePicture }
    try await turn()
    defer { next() }
    var best = try await recognised(bytes, head.orientation, quarters: 0)
    // A picture that does not say how it was held, and on which hardly a word is clear, may lie on its side.
    if ReceiptReader.clearness(of: best) < 8 {
      for quarters: Int32 in [1, 3, 2] where !Task.isCancelled {
        guard let other = try? await recognised(bytes, head.orientation, quarters: quarters) else { continue }
        if ReceiptReader.clearness(of: other) > ReceiptReader.clearness(of: best) + 4 { best = other }
      }
    }
    return best
  }

  /// The number of clear words.
  private static func clearness(of words: [ReceiptWord]) -> Int {
    words.count { $0.confidence > 0.8 && $0.text.count { $0.isLetter || $0.isNumber } >= 3 }
  }

  private func turn() async throws(Problem) {
    guard isBusy else {
      isBusy = true
      return
    }
    guard waiting.count < mostWaiting else { throw .busy }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func next() {
    if waiting.isEmpty { isBusy = false } else { waiting.removeFirst().resume() }
  }

  // MARK: Recognition

  private func recognised(_ bytes: [UInt8], _ orientation: Int, quarters: Int32) async throws(Problem) -> [ReceiptWord]
  {
    let answer = Locked<Result<[ReceiptWord], Problem>>(.failure(.noThread))
    let order = receipt_order(
      most_pixels: ReceiptReader.mostPixels, orientation: Int32(orientation), quarters: quarters, patience: patience,
      most_words: Int32(ReceiptExtraction.mostWords))
    let thread = OwnThread {
      let found = ReceiptReader.recognise(bytes, order)
      answer.withLock { $0 = found }
    }
    guard let thread else { throw .noThread }
    await thread.ended()
    return try answer.withLock { $0 }.get()
  }

  private static func recognise(_ bytes: [UInt8], _ order: receipt_order) -> Result<[ReceiptWord], Problem> {
    guard receipt_is_available() else { return .failure(.noLibrary) }
    var order = order
    var found = receipt_words()
    let verdict = bytes.withUnsafeBufferPointer { buffer -> Int32 in
      guard let start = buffer.baseAddress else { return Int32(receipt_is_no_picture) }
      return receipt_recognise(start, buffer.count, &order, &found)
    }
    defer { receipt_free(&found) }
    switch Int(verdict) {
    case Int(receipt_done):
      let words = UnsafeBufferPointer(start: found.words, count: found.words == nil ? 0 : Int(found.count))
      return .success(words.compactMap(ReceiptWord.init))
    case Int(receipt_is_too_large): return .failure(.largePicture)
    case Int(receipt_is_broken): return .failure(.brokenPicture)
    case Int(receipt_has_no_language): return .failure(.noLanguage)
    case Int(receipt_is_late): return .failure(.late)
    default: return .failure(.noPicture)
    }
  }
}

extension ReceiptWord {
  /// Nil without text.
  fileprivate init?(_ word: receipt_word) {
    guard let text = word.text else { return nil }
    self.init(
      String(cString: text),
      ReceiptBox(
        left: Int(word.left), top: Int(word.top), width: Int(word.right) - Int(word.left),
        height: Int(word.bottom) - Int(word.top)), confidence: Double(word.confidence) / 100, line: Int(word.line))
  }
}

extension Problem {
  private static let unchanged = "Your picture is unchanged."
  fileprivate static let emptyFile = Problem(
    "receipt-empty-file", "This file is empty.", safe: unchanged, remedy: "Choose another one, or type the values.")
  fileprivate static let largeFile = Problem(
    "receipt-large-file", "This picture is larger than 10 MB.", safe: unchanged, remedy: "Choose a smaller one.")
  fileprivate static let largePicture = Problem(
    "receipt-large-picture", "This picture has more than 50 million pixels.", safe: unchanged,
    remedy: "Choose a smaller one.")
  fileprivate static let brokenPicture = Problem(
    "receipt-broken", "This picture is damaged or incomplete.", safe: unchanged,
    remedy: "Take it again, or choose another one.")
  fileprivate static let noPicture = Problem(
    "receipt-no-picture", "This file is not a picture that can be read.", safe: unchanged,
    remedy: "Choose a JPEG, PNG or WebP picture.")
  fileprivate static let late = Problem(
    "receipt-late", "Reading this picture took too long.", safe: unchanged,
    remedy: "Take a closer picture of the receipt.")
  fileprivate static let busy = Problem(
    "receipt-busy", "Other receipts are being read.", safe: unchanged, remedy: "Try again in a minute.")
  fileprivate static let noThread = Problem(
    "receipt-busy", "The system has no room to read a receipt.", safe: unchanged, remedy: "Try again in a minute.")
  fileprivate static let noLibrary = Problem(
    "receipt-no-library", "Receipts are read with Leptonica and Tesseract, which are not installed.", safe: unchanged,
    remedy: "Install Debian's packages libleptonica-dev and libtesseract-dev.")
  fileprivate static let noLanguage = Problem(
    "receipt-no-language", "The data by which Tesseract reads are not installed.", safe: unchanged,
    remedy: "Install Debian's package tesseract-ocr-eng.")
}
