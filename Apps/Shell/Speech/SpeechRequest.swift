/// A request about speech to the front end of a window. `Command.speech` answers those that have a number.
///
/// Audio never reaches the window: a front end turns it into text by itself and sends the text alone.
public struct SpeechRequest: Sendable, Hashable, Codable {
  public enum Ask: String, Sendable, Hashable, Codable, CaseIterable {
    /// Shows the system's question for the microphone; `SpeechReport.microphone` answers.
    case microphone
    /// Records, and reports what is heard, until the person pauses or `stop` comes.
    case listen
    /// Ends the recording; what was heard until then is reported.
    case stop
    /// Ends the recording and drops what was heard; nothing answers.
    case cancel
    /// Reads a text aloud, in place of what is being read.
    case read
    /// Ends the reading.
    case hush
    /// Opens the system's settings of the microphone.
    case settings
  }

  public let ask: Ask
  public let id: Int?
  /// A BCP 47 tag: the language that is spoken.
  public let language: String?
  public let text: String?

  public init(_ ask: Ask, id: Int? = nil, language: String? = nil, text: String? = nil) {
    self.ask = ask
    self.id = id
    self.language = language
    self.text = text
  }
}
