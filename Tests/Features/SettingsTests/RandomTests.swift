import FeatureTesting
import FoundationEssentials
import Hours
import Interface
import JSON
import Kernel
import Mode
import Testing

@testable import Settings

@Suite("Settings under random input") struct RandomTests {
  /// Bytes that are invalid, nearly valid or a valid setting.
  private func bytes(_ random: inout Seeded) -> String {
    let near = [
      "true", "false", "0", "1", "3", "8", "9", "150", "-1", "2.5", "1e99", "null", "[]", "{}", "[[", "\"",
      #""dark""#, #""deep""#, #""light""#, #"["08:00"]"#, #"["08:00","8"]"#, #"["09:00","08:00","07:00","06:00"]"#,
      #"{"start":"22:00","end":"07:00"}"#, #"{"start":"22:00","end":"22:00"}"#, #"{"start":22,"end":7}"#,
      #"{"start":"22:00","end":"07:00","more":1}"#, String(repeating: "[", count: 2000),
    ]
    var text = near.randomElement(using: &random) ?? ""
    if random.next() % 3 == 0 {
      var raw = Array(text.utf8)
      let at = raw.indices.randomElement(using: &random) ?? 0
      raw[at] = UInt8.random(in: 0...255, using: &random)
      text = String(decoding: raw, as: UTF8.self)
    }
    return text
  }

  private func expectLegal(_ state: SettingsState, _ seed: UInt64) {
    for setting in Sample.plan.settings {
      let value = state.value(of: setting)
      #expect(setting.legal(value) == value && setting.value(value, in: state.mode) == value, "\(setting.key), \(seed)")
    }
    let limits = state[Sample.mode] == .light ? 1...3 : 1...8
    #expect(limits.contains(state[Sample.rings]))
    #expect(Set(state[Sample.calls]).count == state[Sample.calls].count && state[Sample.calls].count <= 3)
  }

  @Test("Any stored bytes give legal settings and a screen, and are not overwritten", arguments: 0..<8)
  func anyBytes(part: UInt64) {
    for seed in 0..<100 {
      var random = Seeded(part * 1000 + UInt64(seed))
      var records: [String: String] = ["newer.version": bytes(&random)]
      for setting in Sample.plan.settings where random.next() % 4 != 0 { records[setting.key] = bytes(&random) }
      let sitting = Sitting(records)
      #expect(sitting.saves.isEmpty)
      expectLegal(sitting.state, UInt64(seed))
      for route in [Route(["settings"]), Sample.looks, Sample.bellRoute] {
        #expect(sitting.nodes(route).allSatisfy { !$0.id.isEmpty })
      }
    }
  }

  @Test(
    "After any sequence of edits, the settings are legal and the disk holds what is on screen", arguments: 0..<8)
  func anyEdits(part: UInt64) {
    for seed in 0..<20 {
      var random = Seeded(part * 1000 + UInt64(seed))
      var sitting = Sitting()
      var disk: [String: String] = [:]
      for _ in 0..<60 {
        act(&sitting, &random)
        let saves = sitting.saves
        expectLegal(sitting.state, UInt64(seed))
        for save in saves where random.next() % 5 != 0 {
          disk[save.key] = save.value
          sitting.send(.saved(save.key, number: save.number, order: Int64(save.number)))
        }
        // Saves without an answer have failed.
        for save in saves { sitting.send(.notSaved(save.key, number: save.number, .full)) }
      }
      sitting.do(.retry)
      for save in sitting.saves { disk[save.key] = save.value }
      sitting.diskAnswers()
      #expect(sitting.state.isSaved)
      let again = Sitting(disk)
      for setting in Sample.plan.settings {
        #expect(again.state.value(of: setting) == sitting.state.value(of: setting))
      }
    }
  }

  /// Performs a random action that a screen offers.
  private func act(_ sitting: inout Sitting, _ random: inout Seeded) {
    let route = [Route(["settings"]), Sample.looks, Sample.bellRoute].randomElement(using: &random) ?? Sample.looks
    let screen = sitting.screen(route)
    let nodes = screen.dialog?.all ?? screen.nodes.flatMap(\.all)
    let times = ["22:00", "7", "8:15", "11pm", "", "never", "09:00"]
    let offers = nodes.filter { !$0.state.isDisabled }.flatMap(\.offers)
    guard let offer = offers.randomElement(using: &random) else { return }
    let entries: [Entry] = [
      .none, .text(times.randomElement(using: &random) ?? ""), .number(Double(Int.random(in: -1...9, using: &random))),
      .flag(random.next() % 2 == 0),
    ]
    for entry in entries.shuffled(using: &random) {
      if let action = offer.action(entry) { return sitting.do(action) }
    }
  }
}
