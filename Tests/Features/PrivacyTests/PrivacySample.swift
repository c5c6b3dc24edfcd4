import FoundationEssentials
import Interface
import Kernel
import Storage

@testable import Portability
@testable import Privacy

/// A state with one window.
struct PrivacySitting {
  var state = PrivacyState("yHealth", titles: ["mood_entries": "mood check-ins"])
  let window = WindowID(UUID())
  var steps: PrivacyState.Steps = []
  static let now = Moment(Date(timeIntervalSince1970: 1_795_000_000))

  mutating func send(_ action: PrivacyAction) { steps = state.receive(action, at: Self.now) }
  mutating func `do`(_ action: PrivacyWindowAction) { steps = state.receive(action, from: window, at: Self.now) }

  func screen(_ sections: [Node<PrivacyWindowAction>] = []) -> Screen<PrivacyWindowAction> {
    state.screen(PrivacyPlaces.data, in: Surroundings(now: Self.now), at: window, with: sections) { $0 }
  }

  var effects: [PrivacyEffect] {
    steps.compactMap { if case .run(let effect, _) = $0 { effect } else { nil } }
  }
}

extension StoredData {
  static func sample(
    unsent: Int = 0, hasAccount: Bool = false, replaced: Int = 2, removal: Removal? = nil, withdrawals: [String] = []
  ) -> StoredData {
    let day = Date(timeIntervalSince1970: 1_780_000_000)
    return StoredData(
      collections: [
        CollectionSummary("mood_entries", .owned(.entered), count: 1204, bytes: 90_000, span: day...day),
        CollectionSummary("goal_drafts", .local, count: 1, bytes: 100, span: day...day),
        CollectionSummary("empty", .local, count: 0, bytes: 0, span: nil),
      ], fileBytes: 3 << 20, files: 4, replaced: replaced, unsent: unsent, hasAccount: hasAccount, removal: removal,
      withdrawals: withdrawals, notIncluded: ["Not included: your key phrase."])
  }
}

extension ImportPreview {
  static func sample(added: Int = 3, same: Int = 0, different: Int = 0, leftOut: Int = 0) -> ImportPreview {
    var counts = ImportCounts()
    (counts.added, counts.same, counts.different, counts.leftOut) = (added, same, different, leftOut)
    let day = Date(timeIntervalSince1970: 1_780_000_000)
    return ImportPreview(
      manifest: ExportManifest(
        product: "yhealth", program: "1.0", made: day,
        collections: [
          .init("mood_entries", count: added + same + different, span: day...day.addingTimeInterval(86_400))
        ],
        files: 1, losers: 0), counts: counts, collections: [:])
  }
}

extension Problem {
  static let sample = Problem("sample", "It did not work.", safe: "Nothing was changed.", remedy: "Try again.")
}
