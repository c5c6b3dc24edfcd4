internal import FoundationEssentials
internal import Glibc
internal import JSON
internal import Kernel

extension Benchmark {
  /// Photographs of receipts read by `troupe receipt read`. Peer: `tesseract` on the same files, for the words alone.
  static let receipts = Benchmark(
    name: "receipts", summary: "photographs of receipts read to their values, against the words by bare tesseract",
    measure: { () throws(Problem) in
      let tesseract = try SystemTool.path(of: "tesseract", package: "tesseract-ocr")
      guard let given = getenv("TROUPE_BENCH_RECEIPTS") else {
        throw Problem(
          "no-peer", "There are no photographs of receipts to be read.", safe: "Nothing was measured.",
          remedy: "Run Scripts/bench receipts, which draws them.")
      }
      let folder = String(cString: given)
      let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
      let pictures = names.filter { $0.hasSuffix(".jpg") }.map { "\(folder)/\($0)" }
      guard !pictures.isEmpty else { throw .unmeasured("there is no picture in \(folder)") }
      let troupe = try Program.shipped()
      var (own, bare): ([Double], [Double]) = ([], [])
      for picture in pictures {
        var (values, words) = ("", "")
        let mine = try time { () throws(Problem) in
          values = try SystemTool.output(of: troupe, ["receipt", "read", picture, "--json"])
        }
        let peer = try time { () throws(Problem) in
          words = try SystemTool.output(of: tesseract, [picture, "stdout", "-l", "eng", "--dpi", "300"])
        }
        guard let read = try? JSON(text: values), read["text"]?.string?.isEmpty == false, !words.isEmpty else {
          throw .unmeasured("\(picture) is not read")
        }
        own.append(mine)
        bare.append(peer)
      }
      return [
        Figure(
          "receipts", here: own.reduce(0, +) / Double(own.count), peer: bare.reduce(0, +) / Double(bare.count),
          peerName: "tesseract", unit: "ms", limit: 1.3)
      ]
    })

  /// The shorter of two times, in milliseconds.
  private static func time(_ body: () throws(Problem) -> Void) throws(Problem) -> Double {
    var best = Double.infinity
    for _ in 0..<2 {
      let start = ContinuousClock.now
      try body()
      best = min(best, (ContinuousClock.now - start).microseconds / 1000)
    }
    return best
  }
}
