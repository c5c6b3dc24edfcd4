internal import Hours
internal import JSON
internal import Kernel
internal import Platform

/// Reads the fields of one entry of a feed, and notes what cannot be read.
struct FeedEntry {
  /// Number of items that are read of one list.
  private static let mostItems = 40
  private static let known: Set<String> = [
    "name", "slug", "day", "time", "end_time", "timezone", "types", "group", "group_notes", "location",
    "formatted_address", "address", "city", "state", "postal_code", "country", "approximate", "region", "sub_region",
    "regions", "notes", "location_notes", "conference_url", "conference_url_notes", "conference_phone",
    "conference_phone_notes", "latitude", "longitude", "url", "updated",
  ]

  private let fields: [String: JSON]
  /// Sentences without the name of the entry: "the time “25:00” is no time of day".
  private(set) var flaws: [String] = []

  /// Reads the next value, which is an object. Fields that are not known are skipped.
  init(_ reader: inout JSONReader) throws(JSONFlaw) {
    var fields: [String: JSON] = [:]
    try reader.openObject()
    while let key = try reader.nextKey() {
      let name = reader.string(key)
      if FeedEntry.known.contains(name) {
        fields[name] = try FeedEntry.value(&reader)
      } else {
        try reader.skip()
      }
    }
    self.fields = fields
  }

  /// The next value, with at most so many items of a list, and nothing of what lies deeper: a small file can hold
  /// millions of values.
  static func value(_ reader: inout JSONReader) throws(JSONFlaw) -> JSON {
    guard try reader.peek() == .array else { return try shallow(&reader) }
    var items: [JSON] = []
    try reader.openArray()
    while try reader.nextItem() {
      if items.count < mostItems { items.append(try shallow(&reader)) } else { try reader.skip() }
    }
    return .array(items)
  }

  private static func shallow(_ reader: inout JSONReader) throws(JSONFlaw) -> JSON {
    switch try reader.peek() {
    case .object:
      try reader.skip()
      return .object([:])
    case .array:
      try reader.skip()
      return .array([])
    case .string, .number, .bool, .null: return try reader.tree()
    }
  }

  var name: String? {
    FeedText.line(text("name") ?? "", most: FeedText.longestName).flatMap { name in
      name.contains { $0.isLetter || $0.isNumber } ? name : nil
    }
  }

  var slug: String? { FeedText.line(text("slug") ?? "", most: FeedText.longestSlug) }

  /// The meeting; nil when it has no name or no slug.
  mutating func listing() -> MeetingListing? {
    guard let name, let slug else { return nil }
    var listing = MeetingListing(slug: slug, name: name)
    listing.days = days()
    listing.time = time("time", otherwise: "the meeting is listed without a time")
    listing.end = time("end_time", otherwise: "one hour is assumed")
    if listing.end == listing.time { listing.end = nil }
    listing.zone = zone()
    listing.types = types()
    (listing.group, listing.groupNotes) = (line("group"), lines("group_notes"))
    listing.location = line("location")
    listing.address = address()
    listing.isApproximate = fields["approximate"] == "yes" || fields["approximate"] == true
    listing.region = region()
    listing.notes = lines("notes")
    listing.locationNotes = lines("location_notes")
    listing.conferenceAddress = webAddress("conference_url", named: "the link to join")
    let notes = [lines("conference_url_notes"), lines("conference_phone_notes")].compactMap(\.self)
    listing.conferenceNotes = FeedText.lines(notes.joined(separator: "\n"))
    listing.conferencePhone = line("conference_phone")
    if let latitude = number("latitude", within: 90), let longitude = number("longitude", within: 180) {
      (listing.latitude, listing.longitude) = (latitude, longitude)
    }
    listing.page = webAddress("url", named: "the link to its page")
    listing.updated = line("updated")
    return listing
  }

  // MARK: Kinds of fields

  /// The text of a field. A number counts as its digits, since feeds made of spreadsheets mix the two.
  private func text(_ key: String) -> String? {
    switch fields[key] {
    case .string(let text): text
    case .number(let number): Int64(exactly: number).map(String.init) ?? String(number)
    default: nil
    }
  }

  private func line(_ key: String) -> String? { text(key).flatMap { FeedText.line($0) } }
  private func lines(_ key: String) -> String? { text(key).flatMap { FeedText.lines($0) } }

  private func number(_ key: String, within most: Double) -> Double? {
    let number = fields[key]?.number ?? line(key).flatMap { Double($0) }
    return number.flatMap { abs($0) <= most ? $0 : nil }
  }

  private mutating func webAddress(_ key: String, named name: String) -> String? {
    guard let text = text(key), FeedText.line(text) != nil else { return nil }
    guard let address = FeedText.address(text) else {
      flaws.append("\(name) is no web address that can be shown, so it is left out")
      return nil
    }
    return address
  }

  // MARK: Times

  private mutating func time(_ key: String, otherwise: String) -> TimeOfDay? {
    guard let written = fields[key], written != .null, written != .string("") else { return nil }
    // Some feeds write seconds: 19:00:00.
    let text = written.string.map { $0.utf8.count == 8 && $0.hasSuffix(":00") ? String($0.dropLast(3)) : $0 } ?? ""
    if let time = TimeOfDay(
      text.utf8.count == 4 && text.utf8.dropFirst().first == UInt8(ascii: ":") ? "0\(text)" : text)
    {
      return time
    }
    flaws.append("\(FeedEntry.said(written)) is no time of day, so \(otherwise)")
    return nil
  }

  private mutating func days() -> [Int] {
    guard let written = fields["day"], written != .null, written != .string("") else { return [] }
    let items = written.array ?? [written]
    var days: Set<Int> = []
    for item in items {
      let number = item.number ?? item.string.flatMap { $0.utf8.count == 1 ? Double($0) : nil }
      if let day = number.flatMap({ Int(exactly: $0) }), 0...6 ~= day {
        days.insert(day)
      } else {
        flaws.append("\(FeedEntry.said(item)) is no day from 0, Sunday, to 6")
      }
    }
    return days.sorted()
  }

  private mutating func zone() -> String? {
    guard let name = line("timezone") else { return nil }
    if TimeZone(named: name) != nil { return name }
    flaws.append("the time zone \(FeedEntry.said(.string(name))) is not known, so yours is assumed")
    return nil
  }

  // MARK: Lists

  private func types() -> [String] {
    var types: [String] = []
    for item in fields["types"]?.array ?? [] {
      guard let text = item.string, let code = FeedText.line(text, most: 20)?.uppercased(), !types.contains(code) else {
        continue
      }
      types.append(code)
    }
    return types
  }

  /// The most general region first.
  private func region() -> String? {
    if let region = line("region") {
      return FeedText.line([region, line("sub_region")].compactMap(\.self).joined(separator: ", "))
    }
    let names = (fields["regions"]?.array ?? []).prefix(10).compactMap { $0.string.flatMap { FeedText.line($0) } }
    return FeedText.line(names.joined(separator: ", "))
  }

  private func address() -> String? {
    if let whole = line("formatted_address") { return whole }
    let state = [line("state"), line("postal_code")].compactMap(\.self).joined(separator: " ")
    let parts = [line("address"), line("city"), state.isEmpty ? nil : state, line("country")].compactMap(\.self)
    return FeedText.line(parts.joined(separator: ", "))
  }

  /// The value as it is quoted in a sentence.
  private static func said(_ value: JSON) -> String {
    switch value {
    case .string(let text): "“\(FeedText.line(text, most: 40) ?? "")”"
    case .number(let number): Int64(exactly: number).map { "\($0)" } ?? "\(number)"
    default: value.kind
    }
  }
}
