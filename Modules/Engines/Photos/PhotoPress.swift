internal import CLeptonica
public import Kernel

/// Makes small pictures without metadata of photos, one at a time, since a large one takes a lot of memory.
public actor PhotoPress {
  /// The largest file in bytes.
  public static let largest = 10 << 20
  private static let mostPixels: Int64 = 50_000_000
  private static let mostPasses = 100
  private static let quality: Int32 = 85

  public init() {}

  /// Returns an upright JPEG whose longest side has at most `longest` pixels. Throws with a sentence for the person when
  /// the bytes are no picture, are damaged, or are too large.
  public func jpeg(of bytes: [UInt8], longest: Int) throws(Problem) -> [UInt8] {
    guard bytes.count <= PhotoPress.largest else { throw .largeFile }
    guard photo_is_available() else { throw .noLibrary }
    let head = PhotoHead(bytes)
    guard head.passes <= PhotoPress.mostPasses else { throw .largePicture }
    var order = photo_order(
      longest: Int32(clamping: max(1, longest)), most_pixels: PhotoPress.mostPixels,
      orientation: Int32(head.orientation), quality: PhotoPress.quality)
    var file: UnsafeMutablePointer<UInt8>?
    var length = 0
    let verdict = bytes.withUnsafeBufferPointer { buffer -> Int32 in
      guard let start = buffer.baseAddress else { return Int32(photo_is_no_picture) }
      return photo_shrink(start, buffer.count, &order, &file, &length)
    }
    defer { photo_free(file) }
    switch Int(verdict) {
    case Int(photo_done): return Array(UnsafeBufferPointer(start: file, count: length))
    case Int(photo_is_too_large): throw .largePicture
    case Int(photo_is_broken): throw .brokenPicture
    default: throw .noPicture
    }
  }
}

extension Problem {
  fileprivate static let largeFile = Problem(
    "photo-large-file", "This photo is larger than 10 MB.", safe: "Your photo is unchanged.",
    remedy: "Choose a smaller one.")
  fileprivate static let largePicture = Problem(
    "photo-large-picture", "This picture has more than 50 million pixels.", safe: "Your photo is unchanged.",
    remedy: "Choose a smaller one.")
  fileprivate static let brokenPicture = Problem(
    "photo-broken", "This picture is damaged or incomplete.", safe: "Your photo is unchanged.",
    remedy: "Choose another one.")
  fileprivate static let noPicture = Problem(
    "photo-no-picture", "This file is not a picture that can be used.", safe: "Your photo is unchanged.",
    remedy: "Choose a JPEG, PNG or WebP picture.")
  fileprivate static let noLibrary = Problem(
    "photo-no-library", "Photos are made smaller with Leptonica, which is not installed.",
    safe: "Your photo is unchanged.", remedy: "Install Debian's package libleptonica-dev.")
}
