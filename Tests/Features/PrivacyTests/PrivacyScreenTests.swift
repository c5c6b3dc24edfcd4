import Audit
import Covers
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Portability
import Testing

@testable import Privacy

@Suite("Your data") struct PrivacyScreenTests {
  @Test("says what is kept, in the reader's numbers, with the names of kinds")
  func kept() {
    var sitting = PrivacySitting()
    sitting.send(.looked(.sample(unsent: 2, hasAccount: true)))
    let rows = Dictionary(
      sitting.screen().all.map { ($0.label, $0.value ?? "") }, uniquingKeysWith: { one, _ in one })
    #expect(rows["Records"] == "1,205, since 28 May 2026" && rows["Pictures and files"] == "4, 3 MB")
    #expect(rows["Replaced versions"] == "2" && rows["Not sent yet"] == "2")
    #expect(rows["Mood check-ins"] == "1,204" && rows["Goal drafts"] == "1" && rows["Empty"] == nil)
  }

  @Test("shows the sections that other parts hand in, before deletion")
  func sections() {
    var sitting = PrivacySitting()
    sitting.send(.looked(.sample()))
    let nodes = sitting.screen([.section("Account", id: "account", [.text("Of another part.")])]).nodes
    let labels = nodes.map(\.label)
    #expect(labels.firstIndex(of: "Account") ?? 99 < labels.firstIndex(of: "Delete") ?? 0)
    #expect(labels.firstIndex(of: "Account") ?? 0 > labels.firstIndex(of: "Import") ?? 99)
  }

  @Test("every screen passes the audit in every state", .covers("yh-S04.6.2-L4"))
  func sound() {
    var sittings = [PrivacySitting()]
    var full = PrivacySitting()
    full.send(
      .looked(
        .sample(unsent: 1, hasAccount: true, removal: Removal(at: PrivacySitting.now.date, entries: 1, replaced: 2))))
    sittings.append(full)
    var failed = PrivacySitting()
    failed.send(.notLooked(.sample))
    sittings.append(failed)
    for action in [PrivacyWindowAction.export, .readHanded(path: "/p", name: "mine.zip"), .readTyped, .askToDelete] {
      var one = full
      one.do(action)
      sittings.append(one)
      one.send(.progressed(PortingProgress(done: 3, whole: 10)))
      sittings.append(one)
      one.send(.previewed(.sample(different: 2)))
      sittings.append(one)
      one.do(.goOn)
      sittings.append(one)
      one.do(.deleteEverything)
      sittings.append(one)
      one.send(.notDone(.sample))
      sittings.append(one)
    }
    for (number, sitting) in sittings.enumerated() {
      #expect(Audit.findings(of: sitting.screen(), theme: .plain) == [], "\(number)")
    }
  }
}
