public import Interface
public import Kernel

/// The inputs from other features, and the results of effects.
public enum WhatsAppAction: Sendable, Equatable {
  /// The number of the person's record, which was verified here or on another device.
  case number(WhatsAppNumber?)
  /// A notice that the coach also writes about.
  case due(String, WhatsAppRhythm)

  case looked(WhatsAppService, in: WindowID?)
  case notLooked(Problem, in: WindowID?)
  case asked(WhatsAppNumber, in: WindowID)
  case confirmed(WhatsAppNumber, in: WindowID)
  case unlinked(in: WindowID)
  case resumed(in: WindowID)
  case failed(Problem, in: WindowID)
}

/// The user's actions in one window.
public enum WhatsAppWindowAction: Sendable, Equatable {
  case appeared
  case left
  case writeNumber(String)
  case sendCode
  case writeCode(String)
  case confirm
  /// Goes back to the number.
  case change
  /// Opens the conversation with the coach.
  case open
  case askUnlink
  case keep
  case unlink
  case resume
}

/// The effects that linking requests.
public enum WhatsAppEffect: Sendable, Equatable {
  case look(in: WindowID?)
  case ask(WhatsAppNumber, in: WindowID)
  case confirm(String, in: WindowID)
  case unlink(in: WindowID)
  case resume(in: WindowID)
  case write(String, WhatsAppRhythm)
}

/// The events that other features and windows may receive.
public enum WhatsAppEvent: Sendable, Equatable {
  /// The number is now this one; nil after it was unlinked. The product keeps it in the person's record.
  case changed(WhatsAppNumber?)
  /// Whether a number is linked, after each change here or on another device.
  case linked(Bool)
  /// For one window: an address outside of the product.
  case addressAsked(OutgoingAddress)
  /// For one window.
  case told(Toast)
}
