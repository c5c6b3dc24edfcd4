import CPicture

@testable import Receipts

/// A receipt as lines of text in a fixed pitch: as words with boxes, and as a picture.
struct Paper {
  let lines: [String]

  init(_ text: String) { lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }

  static let malaysian = Paper(
    """
              TAN WOON YANN
       BOOK TA .K (TAMAN DAYA) SDN BHD
                789417-W
       NO.53 55,57 & 59, JALAN SAGU 18,
                TAMAN DAYA,
        81100 JOHOR BAHRU, JOHOR.

    Document No : TD01167104
    Date : 25/12/2018 8:13:39 PM
    Cashier : MANIS

    CASH BILL
    CODE/DESC    PRICE    DISC      AMOUNT
    9556939040116 KF MODELLING CLAY KIDDY
    1 PC    9.00    0.00              9.00

    TOTAL:                         RM 9.00
    CASH                             10.00
    CHANGE                            1.00

    GOODS SOLD ARE NOT RETURNABLE
    """)

  static let american = Paper(
    """
             Blue Bottle Diner
              123 Market St
         San Francisco, CA 94103
             (415) 555-1234

    03/04/2025 12:41 PM
    1 Cheeseburger             $12.50
    2 Iced Tea                  $6.00
    Subtotal                   $18.50
    Sales Tax                   $1.62
    TOTAL                      $20.12
    Thank you!
    """)

  static let german = Paper(
    """
              Elektro Lenz GmbH
                Hauptstr. 5
               10115 Berlin
             Tel. 030 / 1234567

    Waschmaschine             1.234,56
    Kabel                         5,44
    SUMME EUR                 1.240,00
    Bar                       1.300,00
    Rueckgeld                    60,00
    inkl. MwSt. 19%             197,98
    Datum: 05.03.2025 17:20 Uhr
    """)

  static let british = Paper(
    """
               The Red Lion
              12 High Street
             Oxford, OX1 4AB

    Date: 14 Mar 2025
    Fish & Chips               £13.50
    Pint Bitter                 £5.20
    Total to pay               £18.70
    VISA DEBIT                 £18.70
    VAT 20%                     £3.12
    """)

  // MARK: Words

  func words(confidence: Double = 0.95) -> [ReceiptWord] {
    var words: [ReceiptWord] = []
    for (row, line) in lines.enumerated() {
      var start: Int?
      let characters = Array(line) + [" "]
      for (column, character) in characters.enumerated() {
        if character != " " {
          start = start ?? column
        } else if let first = start {
          words.append(
            ReceiptWord(
              String(characters[first..<column]),
              ReceiptBox(left: first * 10, top: row * 30, width: (column - first) * 10, height: 20),
              confidence: confidence, line: row))
          start = nil
        }
      }
    }
    return words
  }

  var receipt: ReadReceipt { ReceiptExtraction.receipt(from: words()) }

  // MARK: Picture

  /// A PNG of the paper, turned by whole quarters to the right.
  func png(quarters: Int = 0) throws -> [UInt8] {
    guard picture_is_available() else { throw Missing() }
    let (cell, height) = (14.0, 34)
    let width = (lines.map(\.count).max() ?? 1) * Int(cell) + 80
    let rows = lines.count * height + 80
    guard let pen = picture_pen_new(Int32(width), Int32(rows), 1), let fonts = picture_fonts_new("DejaVu Sans Mono")
    else {
      throw Missing()
    }
    defer {
      picture_pen_free(pen)
      picture_fonts_free(fonts)
    }
    picture_colour(pen, 0.97, 0.97, 0.95)
    picture_flood(pen)
    picture_colour(pen, 0.1, 0.1, 0.12)
    for (row, line) in lines.enumerated() {
      var column = 0
      for word in line.split(separator: " ", omittingEmptySubsequences: false) {
        if !word.isEmpty {
          _ = picture_lay_out(fonts, String(word), 23, false, 4_000)
          picture_write(pen, fonts, 40 + Double(column) * cell, Double(40 + row * height + 24))
        }
        column += word.count + 1
      }
    }
    guard let pixels = picture_pen_pixels(pen) else { throw Missing() }
    return try Paper.file(turned(Array(UnsafeBufferPointer(start: pixels, count: width * rows)), width, rows, quarters))
  }

  private func turned(
    _ pixels: [UInt32], _ width: Int, _ height: Int, _ quarters: Int
  ) -> (pixels: [UInt32], width: Int, height: Int) {
    switch quarters & 3 {
    case 1: (Array(0..<width).flatMap { x in (0..<height).reversed().map { pixels[$0 * width + x] } }, height, width)
    case 2: (pixels.reversed(), width, height)
    case 3: (Array((0..<width).reversed()).flatMap { x in (0..<height).map { pixels[$0 * width + x] } }, height, width)
    default: (pixels, width, height)
    }
  }

  private static func file(_ picture: (pixels: [UInt32], width: Int, height: Int)) throws -> [UInt8] {
    var length = 0
    guard let file = picture_png(picture.pixels, picture.width, picture.height, &length) else { throw Missing() }
    defer { picture_free(file) }
    return Array(UnsafeBufferPointer(start: file, count: length))
  }

  struct Missing: Error {}
}
