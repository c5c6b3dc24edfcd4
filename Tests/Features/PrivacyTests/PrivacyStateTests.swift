import Covers
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Portability
import Storage
import Testing

@testable import Privacy

@Suite("A person's data, as it is decided") struct PrivacyStateTests {
  private let file = OutgoingFile(FileName("yhealth-2026-11-23.zip"), type: "application/zip", [1])

  @Test("one piece of work runs at a time, and a cancelled one is stopped and releases its file")
  func work() {
    var sitting = PrivacySitting()
    sitting.do(.readHanded(path: "/proc/1/fd/7", name: "mine.zip"))
    #expect(sitting.effects == [.preview(path: "/proc/1/fd/7")])
    sitting.do(.export)
    #expect(sitting.effects.isEmpty && sitting.state.work?.kind == .checking)
    // A second archive is not needed any more at once.
    sitting.do(.readHanded(path: "/proc/1/fd/9", name: "other.zip"))
    #expect(sitting.steps == [.tell(.readThrough(path: "/proc/1/fd/9"), sitting.window)])
    sitting.do(.cancel)
    #expect(sitting.steps.contains(.stop(PrivacyState.work)) && sitting.state.work == nil)
    #expect(sitting.steps.contains(.tell(.readThrough(path: "/proc/1/fd/7"), sitting.window)))
    // A late answer finds nothing to do.
    sitting.send(.previewed(.sample()))
    #expect(sitting.screen().dialog == nil)
  }

  @Test("an archive is imported only after its contents were shown and confirmed")
  func confirmed() {
    var sitting = PrivacySitting()
    sitting.do(.importNow)
    #expect(sitting.effects.isEmpty)
    sitting.do(.readHanded(path: "/proc/1/fd/7", name: "mine.zip"))
    sitting.send(.previewed(.sample(added: 1, same: 2, different: 4)))
    let dialog = sitting.screen().dialog
    #expect(dialog?.label == "Import 1 record?")
    let rows = Dictionary((dialog?.all ?? []).map { ($0.label, $0.value ?? "") }, uniquingKeysWith: { one, _ in one })
    #expect(rows["Records"] == "7" && rows["New here"] == "1" && rows["Here already"] == "2")
    #expect(
      rows["Changed here since"] == "4, which stay" && rows["From"] == "28 May 2026" && rows["To"] == "29 May 2026")
    sitting.do(.dismiss)
    #expect(
      sitting.steps == [.tell(.readThrough(path: "/proc/1/fd/7"), sitting.window)] && sitting.screen().dialog == nil)
    sitting.do(.readHanded(path: "/proc/1/fd/8", name: "mine.zip"))
    sitting.send(.previewed(.sample()))
    sitting.do(.importNow)
    #expect(sitting.effects == [.take(path: "/proc/1/fd/8", sitting.window)])
    sitting.send(.notDone(.sample))
    #expect(sitting.screen().all.contains { $0.label == Problem.sample.sentence })
    #expect(sitting.steps == [.tell(.readThrough(path: "/proc/1/fd/8"), sitting.window)])
  }

  @Test("an archive of which all is here is not imported")
  func nothingNew() {
    var sitting = PrivacySitting()
    sitting.do(.type("/home/me/mine.zip"))
    sitting.do(.readTyped)
    sitting.send(.previewed(.sample(added: 0, same: 9)))
    #expect(sitting.screen().dialog?.label == "Everything is here already")
    #expect(sitting.screen().dialog?.all.contains { $0.label == "Import" } == false)
  }

  @Test("a path that is not whole is refused at its field")
  func path() {
    var sitting = PrivacySitting()
    sitting.do(.type("mine.zip"))
    sitting.do(.readTyped)
    #expect(sitting.effects.isEmpty)
    #expect(sitting.screen().all.node(labelled: "Path on this machine")?.state.invalid != nil)
    sitting.do(.type("/mine.zip"))
    #expect(sitting.screen().all.node(labelled: "Path on this machine")?.state.invalid == nil)
  }

  @Test("an export is handed out at the window that asked, which is told how it ended")
  func exported() {
    var sitting = PrivacySitting()
    sitting.do(.export)
    #expect(sitting.effects == [.export])
    sitting.send(.progressed(PortingProgress(done: 5, whole: 10)))
    #expect(sitting.screen().all.contains { $0.label == "Exporting your data" })
    sitting.send(.exported(file))
    #expect(sitting.effects == [.hand(file, sitting.window)] && sitting.state.work == nil)
    sitting.send(.answered(file, .saved(as: "yhealth-2026-11-23.zip"), in: sitting.window))
    let words = "Exported as yhealth-2026-11-23.zip. Anybody who has this file can read it."
    #expect(sitting.steps == [.tell(.told(Toast(words, tone: .success)), sitting.window)])
    sitting.send(.answered(file, .declined, in: sitting.window))
    #expect(sitting.steps.isEmpty)
    sitting.send(.answered(file, .failed(.sample), in: sitting.window))
    #expect(sitting.screen().all.contains { $0.label == Problem.sample.sentence })
  }

  @Test("deletion takes two answers, and says what goes and what stays")
  func deletion() {
    var sitting = PrivacySitting()
    sitting.send(.looked(.sample(unsent: 3, hasAccount: true)))
    sitting.do(.deleteEverything)
    sitting.do(.goOn)
    #expect(sitting.effects.isEmpty && sitting.screen().dialog == nil)
    sitting.do(.askToDelete)
    let rows = sitting.screen().dialog?.all.map { "\($0.label): \($0.value ?? "")" } ?? []
    #expect(rows.contains { $0.hasPrefix("Goes: 1,205 records") })
    #expect(rows.contains("Goes for good: 3 records that the server has not received"))
    #expect(rows.contains { $0.hasPrefix("Stays: Your account") })
    sitting.do(.deleteEverything)
    #expect(sitting.effects.isEmpty, "the first answer is not enough")
    sitting.do(.goOn)
    sitting.do(.dismiss)
    sitting.do(.deleteEverything)
    #expect(sitting.effects.isEmpty)
    sitting.do(.askToDelete)
    sitting.do(.goOn)
    sitting.do(.deleteEverything)
    #expect(sitting.effects == [.delete(sitting.window)])
    sitting.do(.cancel)
    #expect(sitting.state.work?.kind == .deleting, "it is not stopped half way")
    sitting.send(.notDone(.sample))
    #expect(sitting.state.work == nil && sitting.screen().all.contains { $0.label == Problem.sample.sentence })
  }

  @Test("deletion names a withdrawn consent that the server does not have, and the export what it does not include")
  func withdrawn() {
    var sitting = PrivacySitting()
    sitting.send(.looked(.sample(hasAccount: true, withdrawals: ["Health data"])))
    #expect(sitting.screen().all.contains { $0.label == "Not included: your key phrase." })
    sitting.do(.askToDelete)
    let rows = sitting.screen().dialog?.all.map { "\($0.label): \($0.value ?? "")" } ?? []
    let words = "Your withdrawal of Health data, which has not reached the server yet; your other devices go on sending"
    #expect(rows.contains("Goes for good: \(words)"))
  }

  @Test("an import says which decisions about consent it left out")
  func leftOut() {
    #expect(
      PrivacyState.imported(.sample(leftOut: 2)).text
        == "Imported 3 records. Left out: 2 decisions about consent that are dated later than now.")
    #expect(PrivacyState.imported(.sample()).text == "Imported 3 records.")
  }

  @Test("without an account only exported files stay")
  func deletionAlone() {
    var sitting = PrivacySitting()
    sitting.send(.looked(.sample()))
    sitting.do(.askToDelete)
    #expect(sitting.screen().dialog?.all.contains { $0.value == "Only files that you exported" } == true)
  }

  @Test("retention runs at the start, daily and on a changed rule, and the screen says what it removed")
  func retention() {
    var sitting = PrivacySitting()
    sitting.send(.begin)
    #expect(sitting.effects == [.expire, .days])
    sitting.send(.begin)
    #expect(sitting.effects.isEmpty)
    for action in [PrivacyAction.newDay(PrivacySitting.now), .rulesChanged] {
      sitting.send(action)
      #expect(sitting.effects == [.expire])
    }
    sitting.send(.expired(Removal(at: PrivacySitting.now.date, entries: 0, replaced: 0)))
    #expect(sitting.effects.isEmpty)
    let removal = Removal(at: PrivacySitting.now.date, entries: 12, replaced: 1)
    sitting.send(.expired(removal))
    #expect(sitting.effects == [.look])
    sitting.send(.looked(.sample(removal: removal)))
    #expect(
      sitting.screen().all.contains {
        $0.label == "Removed on 18 November 2026, as your settings say: 12 entries, 1 replaced version."
      })
  }

  @Test("rules name an instant, and none where data is kept for ever")
  func rules() {
    let now = Date(timeIntervalSince1970: 1_795_000_000)
    let rules = RetentionRules(replacedDays: 30, entryYears: 2)
    #expect(rules.replacedBefore(now) == now.addingTimeInterval(-30 * 86_400))
    #expect(rules.entriesBefore(now) == now.addingTimeInterval(-732 * 86_400))
    #expect(RetentionRules(replacedDays: nil).replacedBefore(now) == nil)
    #expect(RetentionRules().entriesBefore(now) == nil)
  }

  @Test("closing the window that asked stops an export, and lets an import go on")
  func closed() {
    var sitting = PrivacySitting()
    sitting.do(.export)
    #expect(sitting.state.close(sitting.window, at: PrivacySitting.now) == [.stop(PrivacyState.work)])
    sitting.do(.readHanded(path: "/p", name: "n"))
    sitting.send(.previewed(.sample()))
    sitting.do(.importNow)
    #expect(sitting.state.close(sitting.window, at: PrivacySitting.now) == [])
    #expect(sitting.state.work?.kind == .importing)
  }
}
