internal import Interface
internal import Onboarding
internal import Storage

extension SyncedRecord {
  /// The progress of onboarding in every product with an account, one row a step. Of two devices the further wins.
  package static let onboardingProgress = SyncedRecord(
    OnboardingProgress.self, one: "first step", many: "first steps", icon: .book, priority: .background,
    conflicts: .greatest(.rank), isNamed: true,
    columns: [
      // The defaults are for rows of the table's first form, which only Volvox.Sober had.
      .text(.plan, .hidden, length: 1...40).required.usually("volvox"),
      .text(.step, "Step", length: 1...100).required.usually("former"),
      .integer(.rank, .hidden, in: 0...2).required.usually(0),
      .texts(.choices, "Choices", size: 2_000),
      .timestamp(.reachedAt, "Time").filled(.now).required,
    ],
    rules: [.unique(perOwner: .plan, .step)])
}
