package import Consent

extension ConsentText {
  /// The category that the sync with the server depends on.
  package static let healthData: ConsentText.ID = "health"

  /// The terms of a product.
  package static func terms(of product: String) -> ConsentText {
    ConsentText(
      "terms", "Terms of use", version: 1, isRequired: true, agree: "I accept",
      withdrawal: "Without the terms you cannot use \(product). You can delete your data and your account at any time.",
      [
        "\(product) is free software under the MIT licence. You may use it as you like, and stop at any time.",
        "It helps you to keep and understand your own entries. It is not a doctor and does not replace one. In an emergency, "
          + "call your local emergency number.",
        "It comes without a warranty. Keep copies of what matters to you: Settings, Your data exports everything.",
      ])
  }

  /// The privacy text of a product. It describes what this program does. The version is that of the product's own words.
  package static func privacy(of product: String, usage: String? = nil, version: Int = 1) -> ConsentText {
    ConsentText(
      "privacy", "Privacy", version: version, isRequired: true, agree: "I accept",
      withdrawal: "Without it you cannot use \(product). You can delete your data and your account at any time.",
      [
        "Everything you enter is kept on this device, encrypted. Without an account nothing leaves it.",
        "With an account your entries are also sent to the server that you signed in to, over an encrypted connection, so that "
          + "your other devices have them. The server stores them in a form that whoever runs it can read. It also knows "
          + "your e-mail address, and which devices are signed in and when.",
        usage ?? "There is no advertising and no analytics, and nothing is sold or passed on.",
        "You can see and export everything (Settings, Your data), correct and delete every entry, and delete your account. "
          + "After its deletion the server keeps your data for 14 days, in case you change your mind, and then erases it.",
      ])
  }

  /// The category of the consent to sync of a product that keeps no health data.
  package static let entries: ConsentText.ID = "sync"

  /// The consent to sync what a person enters with the server of their account.
  package static func sync(_ what: String, of product: String) -> ConsentText {
    ConsentText(
      entries, "Sync", version: 1, agree: "I consent", refuse: "Keep it on this device",
      withdrawal:
        "Sync of this device stops at once: your entries stay here, and no more are sent to or fetched from the server. Your "
        + "other devices stop as soon as they reach the server. What the server has already stays there until you delete "
        + "your account.",
      [
        "With an account \(product) can send \(what) to the server that you signed in to, so that your other devices have "
          + "them. They are used for nothing else.",
        "Without this consent they stay on this device, and \(product) goes on without your other devices. You can export "
          + "everything in Settings, Your data.",
        "You can change your decision here at any time.",
      ])
  }

  /// The consent to sync a person's health data with the server of their account. With `details` the text itself is shown
  /// at once, and the details on request.
  package static func health(_ what: String, of product: String, details: [String] = []) -> ConsentText {
    ConsentText(
      healthData, "Health data", version: 1, agree: "I consent", refuse: "Keep it on this device",
      withdrawal:
        "Sync of this device stops at once: your entries stay here, and no more are sent to or fetched from the server. Your "
        + "other devices stop as soon as they reach the server, and the server makes no export. "
        + "What the server has already stays there until you delete your account.",
      leading: details.isEmpty ? 1 : 3,
      [
        "\(what) say something about your health. Laws such as the GDPR and the CCPA protect them in particular, so we "
          + "ask you for each use.",
        "On this device \(product) uses them to show your days, trends and advice. With an account it sends them to your "
          + "server, so that your other devices have them. They are used for nothing else.",
        "You can see, export, correct and delete them at any time, and withdraw this consent here.",
      ] + details)
  }
}
