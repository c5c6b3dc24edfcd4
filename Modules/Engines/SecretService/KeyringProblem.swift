internal import Kernel

/// The problems of keyring access. None contains part of a secret: of a refused call only the error's name is shown,
/// whose characters the bus has checked.
extension Problem {
  private static let elsewhere =
    "Or keep the key without a keyring: in a file of your own, or under a passphrase."

  static func noBus(_ what: String) -> Problem {
    Problem(
      "no-bus", "\(what), so the desktop's keyring cannot be reached.", safe: "Nothing was changed.",
      remedy: "Open Troupe from the desktop's own session, or keep the key in a file or under a passphrase.")
  }

  static let noKeyring = Problem(
    "no-keyring", "No keyring answers on the session bus (org.freedesktop.secrets).", safe: "Nothing was changed.",
    remedy: "Install or start one, such as gnome-keyring, KWallet or KeePassXC. \(elsewhere)")

  static let noCollection = Problem(
    "no-collection", "The desktop's keyring has no default collection that outlasts the session.",
    safe: "Nothing was changed.",
    remedy: "Make one in the keyring's own window, or keep the key in a file or under a passphrase.")

  static let keyringLocked = Problem(
    "keyring-locked", "The desktop's keyring is locked.", safe: "Nothing was changed.",
    remedy: "Unlock it and try again. Only it has the key.")

  static let keyringSilent = Problem(
    "keyring-silent", "The desktop's keyring did not answer in time.", safe: "Nothing was changed.",
    remedy: "Look whether it waits for something, then try again.")

  static let keyringGone = Problem(
    "keyring-gone", "The desktop's keyring ended in the middle of an answer.",
    safe: "Nothing was changed.", remedy: "Start it again, then try again.")

  static let keyringAnswer = Problem(
    "keyring-answer", "The desktop's keyring gave an answer that cannot be understood.", safe: "Nothing was changed.",
    remedy: "Look at Troupe's entry in the keyring's own window. \(elsewhere)")

  static let notKept = Problem(
    "keyring-answer", "The desktop's keyring did not give back what it was given.",
    safe: "Nothing was changed.", remedy: "Look into the keyring's own window, then try again.")

  static let severalKeys = Problem(
    "several-keys", "The desktop's keyring has several different keys for this profile.", safe: "Nothing was changed.",
    remedy:
      "Take out the wrong one in the keyring's own window. Keep a copy: without its key a profile cannot be opened.")

  static let badProfile = Problem(
    "bad-profile", "A profile's name in a keyring has 1 to 200 bytes and no control characters.",
    safe: "Nothing was changed.", remedy: "Choose another name.")

  /// The same problem after the keyring was told to replace the key; without a reply it is unknown whether it did.
  var afterKeeping: Problem {
    Problem(
      code, what, safe: "Nothing was sealed with the new key. Whether the keyring has it or the old one is not known.",
      remedy: remedy)
  }

  /// Maps the name of a D-Bus error to a problem.
  static func refused(_ name: String) -> Problem {
    switch name {
    case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner":
      noKeyring
    case let name where name.hasPrefix("org.freedesktop.DBus.Error.Spawn."):
      noKeyring
    case "org.freedesktop.DBus.Error.Timeout", "org.freedesktop.DBus.Error.TimedOut":
      keyringSilent
    case "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Disconnected":
      keyringGone
    case "org.freedesktop.Secret.Error.IsLocked":
      keyringLocked
    default:
      Problem(
        "keyring-refused", "The desktop's keyring refused: \(name.prefix(255)).",
        safe: "Nothing was changed.", remedy: "Look into the keyring's own window. \(elsewhere)")
    }
  }
}
