internal import Commands

extension Option {
  static let profile = Option(name: "profile", value: "NAME", words: "whose profile (me)")
  static let data = Option(name: "data", value: "DIR", words: "where everything is kept (the user's data folder)")
  static let clock = Option(
    name: "clock", value: "INSTANT", words: "a time that is moved by hand, such as 2026-03-02T08:00:00Z; or system")
  static let zone = Option(
    name: "zone", value: "ZONE", words: "the time zone, such as Europe/Rome (the terminal's; UTC with --clock)")
  static let locale = Option(
    name: "locale", value: "TAG", words: "how numbers and days are written, such as de-DE (the terminal's)")
  static let seed = Option(name: "seed", value: "N", words: "the same identifiers in every run")
  static let key = Option(
    name: "key", value: "WHERE", words: "what seals the profile: file, keyring, or passphrase (from TROUPE_PASSPHRASE)")
  static let record = Option(name: "record", value: "FILE", words: "write what is done, for `troupe replay`")
  static let demo = Option(
    name: "demo", value: nil, words: "a demonstration person, in the profile demo; nothing of it is ever sent")
}
