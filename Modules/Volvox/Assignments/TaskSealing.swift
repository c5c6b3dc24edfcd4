internal import Kernel
public import Platform
internal import Storage

/// The place of a sealed text of a task, to which its ciphertext is bound.
public struct TaskTextPlace: Sendable, Hashable {
  /// Made from the task, and another one for its note, so that the server cannot pass one text for another, nor a message
  /// for a task.
  public let id: UUID
  public let connection: UUID
  public let writer: UUID
  public let reader: UUID

  public init(textOf task: SponsorTask) {
    id = ID<SponsorTask>(named: "text \(task.id)").uuid
    (connection, writer, reader) = (task.connection, task.giver, task.doer)
  }

  public init(noteOf task: SponsorTask) {
    id = ID<SponsorTask>(named: "note \(task.id)").uuid
    (connection, writer, reader) = (task.connection, task.doer, task.giver)
  }
}

/// The text of a task or a note on this device.
public enum TaskText: Sendable, Hashable {
  case text(String)
  /// Sealed for an identity of this person whose phrase this device does not have.
  case locked
  /// Sealed by an identity of the other that was not accepted.
  case unaccepted
  /// A key has not arrived.
  case keyless
  /// Changed, damaged or moved on the way.
  case broken

  /// The text, or a sentence in its place.
  var words: String {
    switch self {
    case .text(let text): text
    case .locked: "This can be read with your key phrase, under Messages."
    case .unaccepted: "This is shown when you have accepted the new security code, under Messages."
    case .keyless: "The key of this text has not arrived yet."
    case .broken: "This text was damaged or changed on the way, and cannot be read."
    }
  }
}

/// Seals and opens the texts of tasks with the keys of two people.
public struct TaskSealing: Sendable {
  /// Returns nil when one of the two has no key.
  public var seal: @Sendable (String, TaskTextPlace) async -> String?
  public var open: @Sendable (String, TaskTextPlace) async -> TaskText

  public init(
    seal: @escaping @Sendable (String, TaskTextPlace) async -> String?,
    open: @escaping @Sendable (String, TaskTextPlace) async -> TaskText
  ) {
    self.seal = seal
    self.open = open
  }
}
