internal import Days
internal import Hours
internal import Interface
internal import Kernel

/// The built-in coach of voice sessions. It reads English, answers from the facts of the day alone, and invents nothing.
struct VoiceCoach {
  let day: VoiceDay
  let now: Moment

  init(_ day: VoiceDay, at now: Moment) {
    self.day = day
    self.now = now
  }

  private static let usual = ["How is my day?", "What is missing?", "My scores", "What can I improve?"]

  var greeting: VoiceReply {
    let hour = now.clock.minutes / 60
    let time = hour < 5 ? "Hello" : hour < 12 ? "Good morning" : hour < 18 ? "Good afternoon" : "Good evening"
    var reply = VoiceReply(["\(time)\(called)."] + summary + [invitation])
    reply.suggestions = VoiceCoach.usual
    return reply
  }

  private var invitation: String {
    switch day.tone {
    case .supportive: "What would you like to know?"
    case .motivational: "What shall we take on next?"
    case .direct: "Ask."
    case .gentle: "What would you like to talk about? There is no hurry."
    }
  }

  private var called: String {
    guard let name = day.name, name.contains(where: { !$0.isWhitespace }) else { return "" }
    return ", \(name.prefix(40))"
  }

  func reply(to text: String) -> VoiceReply {
    let heard = HeardWords(text)
    // Signs of danger come before everything else.
    if heard.isAlarming { return VoiceCoach.alarm }
    if heard.isFarewell { return farewell }
    if let topic = topic(in: heard) { return about(topic, yesterday: heard.has(["yesterday"])) }
    var reply: VoiceReply
    switch heard.intent {
    case .scores: reply = VoiceReply(scores)
    case .missing: return missing
    case .advice: reply = VoiceReply(advice)
    case .summary: reply = VoiceReply(summary)
    case .feeling: return feeling
    case .help: reply = VoiceReply(help)
    case nil: reply = VoiceReply(["I did not understand that."] + help)
    }
    reply.suggestions = VoiceCoach.usual
    return reply
  }

  // MARK: Answers

  private var summary: [String] {
    guard day.isRead else { return ["Your entries are still being read. Ask me for your day in a moment."] }
    let logged = day.logged.prefix(4)
    guard !logged.isEmpty else { return ["Nothing is logged today yet."] }
    return ["So far today: \(logged.map { "\($0.name.lowercased()) \($0.today ?? "")" }.joined(separator: ", "))."]
  }

  private var scores: [String] {
    guard !day.scores.isEmpty else { return ["There are no scores yet. They come with what you log."] }
    return day.scores.map { "\($0.name) is \($0.value)." }
  }

  private var advice: [String] {
    guard !day.findings.isEmpty else { return ["Nothing stands out in your data yet. It takes some days of entries."] }
    return Array(day.findings.prefix(2))
  }

  private var help: [String] {
    let names = day.topics.prefix(5).map { $0.name.lowercased() }
    let known = names.isEmpty ? "" : ", or a measure such as \(names.joined(separator: ", "))"
    return ["You can ask me for your day, your scores, what is missing, what to improve\(known)."]
  }

  private var missing: VoiceReply {
    let missing = day.missing.prefix(3)
    guard !missing.isEmpty else { return VoiceReply(["Everything that you usually log is there today."]) }
    var reply = VoiceReply(["Not logged today: \(missing.map { $0.name.lowercased() }.joined(separator: ", "))."])
    reply.ways = missing.compactMap(VoiceCoach.way)
    reply.suggestions = VoiceCoach.usual
    return reply
  }

  /// A person's mood is theirs to log; it is no figure that the coach may guess.
  private var feeling: VoiceReply {
    let words =
      switch day.tone {
      case .supportive: "Thank you for telling me."
      case .motivational: "Good that you say it: noticing is the first step."
      case .direct: "Noted."
      case .gentle: "Thank you for telling me. That may be a lot to carry."
      }
    var reply = VoiceReply([
      words, "Log it as your mood, and it counts with the rest of your day.",
    ])
    reply.ways = day.topics.first { $0.name == "Mood" }.flatMap(VoiceCoach.way).map { [$0] } ?? []
    reply.suggestions = VoiceCoach.usual
    return reply
  }

  private var farewell: VoiceReply {
    let words =
      switch day.tone {
      case .supportive: "Take care"
      case .motivational: "Keep going"
      case .direct: "Goodbye"
      case .gentle: "Be kind to yourself"
      }
    var reply = VoiceReply(["\(words)\(called)."])
    reply.ends = true
    return reply
  }

  static let alarm = VoiceReply([
    "That may be serious, and I am not medical help.",
    "Please call your local emergency number now, or ask somebody near you to do it.",
  ])

  private func topic(in heard: HeardWords) -> VoiceDay.Topic? {
    day.topics.filter { heard.has($0.words) }.max { one, other in
      // Of two, the one whose name is longer says more: "sleep quality" beside "sleep".
      one.name.count < other.name.count && heard.has(other.words)
    }
  }

  private func about(_ topic: VoiceDay.Topic, yesterday: Bool) -> VoiceReply {
    let value = yesterday ? topic.yesterday : topic.today
    let when = yesterday ? "yesterday" : "today"
    var phrases: [String]
    if let value {
      phrases = ["\(topic.name) \(when): \(value)."]
      if !yesterday, let before = topic.yesterday { phrases.append("Yesterday it was \(before).") }
    } else {
      phrases = ["\(topic.name) is not there for \(when)."]
      if !yesterday, let before = topic.yesterday { phrases.append("Yesterday it was \(before).") }
    }
    var reply = VoiceReply(phrases)
    if value == nil, !yesterday { reply.ways = VoiceCoach.way(topic).map { [$0] } ?? [] }
    reply.suggestions = VoiceCoach.usual
    return reply
  }

  private static func way(_ topic: VoiceDay.Topic) -> VoiceReply.Way? {
    topic.log.map { VoiceReply.Way(title: "Log \(topic.name.lowercased())", route: $0) }
  }
}
