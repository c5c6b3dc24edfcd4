/// Turns the raw sureness of a field into the share of such fields that were right on drawn receipts
/// (Documentation/Receipts.md says how it was measured). Between two steps it is interpolated.
enum ReceiptCalibration {
  private static let merchants: [(raw: Double, share: Double)] = [
    (0, 0), (0.5, 0.5), (0.8, 0.85), (0.906, 0.943), (0.941, 0.981), (1, 0.985),
  ]
  private static let addresses: [(raw: Double, share: Double)] = [
    (0, 0), (0.5, 0.4), (0.695, 0.642), (0.877, 0.943), (0.927, 0.972), (1, 0.98),
  ]
  private static let dates: [(raw: Double, share: Double)] = [
    (0, 0), (0.4, 0.4), (0.6, 0.8), (0.806, 0.95), (0.9, 0.98), (1, 0.985),
  ]
  private static let totals: [(raw: Double, share: Double)] = [
    (0, 0), (0.1, 0.1), (0.259, 0.55), (0.456, 0.83), (0.562, 0.95), (0.72, 0.975), (1, 0.985),
  ]

  static func merchant(_ raw: Double) -> Double { share(raw, merchants) }
  static func address(_ raw: Double) -> Double { share(raw, addresses) }
  static func date(_ raw: Double) -> Double { share(raw, dates) }
  static func total(_ raw: Double) -> Double { share(raw, totals) }

  private static func share(_ raw: Double, _ steps: [(raw: Double, share: Double)]) -> Double {
    guard let first = steps.first, let last = steps.last, raw.isFinite else { return 0 }
    if raw <= first.raw { return first.share }
    for (low, high) in zip(steps, steps.dropFirst()) where raw <= high.raw {
      let part = (raw - low.raw) / max(high.raw - low.raw, 1e-9)
      return low.share + part * (high.share - low.share)
    }
    return last.share
  }
}
