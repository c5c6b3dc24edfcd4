internal import Days
internal import Kernel
internal import Platform
internal import Storage

/// The filters of the list in one window.
struct MeetingFilter: Sendable, Equatable {
  enum Place: String, Sendable, CaseIterable { case person, online }

  /// The identifier of the option that chooses nothing.
  static let any = "any"

  /// A day of the week where the person is, from 0, Sunday.
  var day: Int?
  var place: Place?
  /// The code of a kind.
  var kind: String?
  var text = ""

  var isEmpty: Bool { self == MeetingFilter() || (day == nil && place == nil && kind == nil && words.isEmpty) }

  /// The searched words. A meeting is found when it has all of them.
  var words: [String] { text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init) }

  /// The chosen filters besides words: "Wednesday, Online".
  var summary: String {
    let place: String? =
      switch place {
      case .person: "In person"
      case .online: "Online"
      case nil: nil
      }
    return [day.map(MeetingWords.weekday), place, kind.map(MeetingTypes.words)].compactMap(\.self)
      .joined(separator: ", ")
  }

  /// Whether a meeting is chosen, apart from its day.
  func takes(_ meeting: Meeting, _ searchText: String, _ words: [String]) -> Bool {
    let listing = meeting.listing
    switch place {
    case .person: if !listing.isInPerson { return false }
    case .online: if !listing.isOnline { return false }
    case nil: break
    }
    if let kind, !listing.types.contains(where: { MeetingTypes.usual($0) == kind }) { return false }
    return words.allSatisfy { searchText.contains($0) }
  }

  static func trimmed(_ text: String) -> String {
    String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}

/// A meeting of the list with its next occurrence; without one it is by appointment, or its time is not known.
struct ListedMeeting: Equatable {
  let meeting: Meeting
  let occurrence: MeetingOccurrence?
}

extension MeetingsState {
  /// The words by which a meeting is found.
  static func searchText(_ meeting: Meeting) -> String {
    let listing = meeting.listing
    return [listing.name, listing.group, listing.location, listing.address, listing.region].compactMap(\.self)
      .joined(separator: "\n").lowercased()
  }

  /// The chosen meetings, each once: the starred ones first, then in order of time, at last those without a time.
  func chosen(_ filter: MeetingFilter, at now: Moment) -> [ListedMeeting] {
    let words = filter.words
    var isLeft = zip(book.meetings, searchTexts).map { filter.takes($0, $1, words) }
    var all: [ListedMeeting] = []
    var isTimed = [Bool](repeating: false, count: isLeft.count)
    for entry in agenda(at: now).entries {
      isTimed[entry.index] = true
      guard isLeft[entry.index] else { continue }
      if let day = filter.day, CalendarDay(entry.occurrence.start, in: now.zone).weekday != day { continue }
      isLeft[entry.index] = false
      all.append(ListedMeeting(meeting: book.meetings[entry.index], occurrence: entry.occurrence))
    }
    for (index, meeting) in book.meetings.enumerated() where isLeft[index] && !isTimed[index] {
      if let day = filter.day, !meeting.listing.days.contains(day) { continue }
      all.append(ListedMeeting(meeting: meeting, occurrence: nil))
    }
    return all.filter(\.meeting.isStarred) + all.filter { !$0.meeting.isStarred }
  }
}
