import Chance
import Covers
import Days
import Kernel
import Photos
import Testing

@testable import Receipts

@Suite("Receipts from pictures") struct ReaderTests {
  private let reader = ReceiptReader(patience: 300_000)

  private func problem(_ bytes: [UInt8]) async -> String? {
    do throws(Problem) {
      _ = try await reader.read(bytes)
      return nil
    } catch { return error.code }
  }

  @Test("a drawn receipt is read from its picture, and a value's box lies where it is drawn")
  func drawn() async throws {
    let receipt = try await reader.read(Paper.american.png())
    #expect(receipt.merchant?.value == "Blue Bottle Diner")
    #expect(receipt.total?.value.text == "20.12")
    #expect(receipt.date?.value.text == "2025-03-04")
    let box = try #require(receipt.total?.box)
    // The row of the total is the eleventh from 0, 34 pixels high each, behind a margin of 40.
    let row = try #require(Paper.american.lines.firstIndex { $0.hasPrefix("TOTAL") })
    #expect(abs(box.top - (40 + row * 34)) < 30 && box.left > 300)
  }

  @Test("a picture that lies on its side is turned, with and without a tag that says so")
  func turned() async throws {
    let upsideDown = try await reader.read(Paper.malaysian.png(quarters: 1))
    #expect(upsideDown.total?.value.text == "9.00")
    let press = PhotoPress()
    let jpeg = try await press.jpeg(of: Paper.american.png(quarters: 3), longest: 2_000)
    // EXIF's orientation 6: a quarter to the right makes it upright.
    let receipt = try await reader.read(Paper.tagged(jpeg, orientation: 6))
    #expect(receipt.total?.value.text == "20.12")
  }

  @Test("a picture without text has no values")
  func blank() async throws {
    #expect(try await reader.read(Paper(" \n ").png()) == ReadReceipt())
  }

  @Test("what is no whole picture of a bounded size is refused with a sentence")
  func refused() async throws {
    let png = try Paper.british.png()
    let jpeg = try await PhotoPress().jpeg(of: png, longest: 800)
    #expect(await problem([]) == "receipt-empty-file")
    #expect(await problem(Array("A letter".utf8)) == "receipt-no-picture")
    #expect(await problem(Array(jpeg.prefix(jpeg.count / 2))) == "receipt-broken")
    #expect(await problem(Array(png.prefix(png.count / 2))) == "receipt-broken")
    #expect(await problem([UInt8](repeating: 0, count: ReceiptReader.largest + 1)) == "receipt-large-file")
    // The width and height in the head of a PNG.
    var claiming = png
    for place in 16..<24 { claiming[place] = place % 4 < 2 ? 0 : 0xEA }
    #expect(["receipt-large-picture", "receipt-no-picture"].contains(await problem(claiming)))
  }

  @Test("more pictures than may wait are refused, and the next one is read again")
  func queue() async throws {
    let png = try Paper("TOTAL 9.00").png()
    let narrow = ReceiptReader(patience: 300_000, mostWaiting: 1)
    let codes = await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask { () -> String in
          do throws(Problem) {
            return try await narrow.read(png).total?.value.text ?? "none"
          } catch { return error.code }
        }
      }
      return await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(codes == ["9.00", "receipt-busy"])
    #expect(try await narrow.read(png).total?.value.text == "9.00")
  }

  @Test("no bytes crash it")
  func fuzzed() async throws {
    var random = try FuzzPlan.generator(for: "ReceiptReader")
    let png = try Paper("TOTAL 9.00").png()
    let jpeg = try await PhotoPress().jpeg(of: png, longest: 200)
    let known = [
      "receipt-empty-file", "receipt-no-picture", "receipt-broken", "receipt-large-picture", "receipt-large-file",
      "receipt-late",
    ]
    for _ in 0..<16 {
      let bytes = mutated([png, jpeg], inserting: [[0xFF, 0xD8], [0xFF, 0xDA], Array("IDAT".utf8)], using: &random)
      if let code = await problem(bytes) { #expect(known.contains(code)) }
    }
  }
}

extension Paper {
  /// The JPEG with an EXIF segment that names an orientation.
  static func tagged(_ jpeg: [UInt8], orientation: UInt8) -> [UInt8] {
    let directory: [UInt8] = [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
    let exif = Array("Exif".utf8) + [0, 0] + Array("MM".utf8) + [0, 42, 0, 0, 0, 8] + directory
    let length = exif.count + 2
    return Array(jpeg.prefix(2)) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + exif + jpeg.dropFirst(2)
  }
}
