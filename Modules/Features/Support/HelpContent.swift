internal import JSON
public import Kernel

/// The questions of a help centre with their answers, and the studies that look for people.
public struct HelpContent: Sendable, Hashable {
  public struct Question: Sendable, Hashable, Identifiable {
    /// Lower-case letters, digits and hyphens. It never changes, since analytics name a question by it.
    public let id: String
    public let title: String
    /// The paragraphs of the answer.
    public let answer: [String]

    public init(_ id: String, _ title: String, _ answer: [String]) {
      self.id = id
      self.title = title
      self.answer = answer
    }
  }

  /// The limits of a text that comes from elsewhere.
  public static let longest = 200_000
  public static let most = 100
  static let mostStudies = 5
  static let longestTitle = 200
  static let longestAnswer = 4_000

  /// Increases with each change.
  public let version: Int
  public let questions: [Question]
  /// Studies, each with its title and what it asks of a person. They are shown to whoever allows that they are asked.
  public let studies: [Question]

  public init(version: Int, _ questions: [Question], studies: [Question] = []) {
    self.version = version
    self.questions = questions
    self.studies = studies
  }

  /// Reads content as it comes from elsewhere: `{"version": 2, "questions": [{"id", "question", "answer"}]}`, where a line
  /// break in the answer begins a paragraph, and `"studies": [{"id", "title", "text"}]` if there are any. Throws with the reason
  /// for content that cannot be shown; none of it is taken.
  public init(_ bytes: [UInt8]) throws(Problem) {
    guard bytes.count <= HelpContent.longest else { throw .helpRefused("is too long") }
    guard let json = try? JSON(bytes: bytes, deepest: 6) else { throw .helpRefused("cannot be read") }
    guard let number = json["version"]?.number, let version = Int(exactly: number), (1...1_000_000).contains(version)
    else { throw .helpRefused("has no version") }
    guard let entries = json["questions"]?.array, (1...HelpContent.most).contains(entries.count) else {
      throw .helpRefused("has no questions, or too many")
    }
    let studies = json["studies"]?.array ?? []
    guard studies.count <= HelpContent.mostStudies else { throw .helpRefused("has too many studies") }
    self.init(
      version: version, try HelpContent.read(entries, "question", "answer"),
      studies: try HelpContent.read(studies, "title", "text"))
  }

  private static func read(_ entries: [JSON], _ name: String, _ text: String) throws(Problem) -> [Question] {
    var (questions, known): ([Question], Set<String>) = ([], [])
    for entry in entries {
      guard let id = entry["id"]?.string, HelpContent.isName(id), known.insert(id).inserted,
        let title = entry[name]?.string, HelpContent.isText(title, atMost: HelpContent.longestTitle),
        let answer = entry[text]?.string
      else { throw .helpRefused("has a question without a name or a text") }
      let paragraphs = answer.split(whereSeparator: \.isNewline).map(String.init).filter { line in
        line.contains { !$0.isWhitespace }
      }
      guard !paragraphs.isEmpty, answer.count <= HelpContent.longestAnswer,
        paragraphs.allSatisfy({ HelpContent.isText($0, atMost: HelpContent.longestAnswer) })
      else { throw .helpRefused("has an answer that cannot be shown") }
      questions.append(Question(id, title, paragraphs))
    }
    return questions
  }

  /// The questions in which every word of the search is found, in the order of the list.
  func found(_ query: String) -> [Question] {
    let words = query.lowercased().split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty else { return questions }
    return questions.filter { question in
      let text = ([question.title] + question.answer).joined(separator: " ").lowercased()
      return words.allSatisfy { text.contains($0) }
    }
  }

  private static func isName(_ text: String) -> Bool {
    (1...60).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
      }
  }

  /// Whether it is a text of one line that a screen can show.
  private static func isText(_ text: String, atMost longest: Int) -> Bool {
    (1...longest).contains(text.count) && text.contains { $0.isLetter }
      && text.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control, .privateUse, .surrogate, .unassigned, .format: false
        default: true
        }
      }
  }
}

extension Problem {
  static func helpRefused(_ reason: String) -> Problem {
    Problem(
      "help-content", "A newer help text \(reason).", safe: "The text that you know stays.",
      remedy: "Read the one that you know, or write to support.")
  }
}
