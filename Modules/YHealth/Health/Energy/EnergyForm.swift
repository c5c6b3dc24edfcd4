internal import Forms
internal import Kernel
internal import Platform
internal import Units

extension EnergyEntry: Logged {
  static let kind = LogKind.energy
  static let scale = 1...10
  static let usual = 5

  static let questions: [FormInput<FormField>] = [
    FormInput(
      .energy, "Energy", .scale(scale, usual: usual) { EnergyEntry.said($0, worst: "worn out", best: "full of energy") }
    ),
    FormInput(
      .stress, "Stress", .scale(scale, usual: usual) { EnergyEntry.said($0, worst: "none", best: "overwhelming") }
    ) {
      $0.isOptional = true
    },
    FormInput(.note, "Note", .text(longest: 5000, isLong: true)) { $0.isDeepOnly = true },
  ]

  /// "1 of 10, worn out": the ends of the scale have words.
  static func said(_ level: Int, worst: String, best: String) -> String {
    "\(level) of 10" + (level <= scale.lowerBound ? ", \(worst)" : level >= scale.upperBound ? ", \(best)" : "")
  }

  init(_ id: ID<EnergyEntry>, reading form: inout FormReader<FormField>) {
    self.init(
      id: id, energy: form.whole(.energy, in: EnergyEntry.scale) ?? EnergyEntry.usual,
      stress: form.whole(.stress, in: EnergyEntry.scale), note: form.text(.note, longest: 5000),
      feltAt: form.instant())
  }

  var answers: FormValues<FormField> {
    FormValues<FormField>([.energy: String(energy), .stress: stress.map(String.init) ?? "", .note: note ?? ""])
  }

  var entry: LogEntry { .energy(self) }
  func words(in amounts: AmountNotation) -> String {
    "Energy \(energy) of 10" + (stress.map { ", stress \($0) of 10" } ?? "")
  }
}
