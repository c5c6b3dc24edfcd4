import FoundationEssentials
import Kernel
import Recurrence
import Testing

/// The examples of RFC 5545, section 3.8.5.3, in its order, in America/New_York. Where the standard gives two rules for
/// one list, both are here. Endless ones are compared as far as they are written out here.
@Suite("All examples of RFC 5545, section 3.8.5.3") struct StandardListTests {
  private static let weekdays = "MO,TU,WE,TH,FR"
  private static let everyOtherDay = stride(from: 2, through: 30, by: 2).map { "9-\($0)" }.joined(separator: " ")
  private static let untilChristmas =
    "\(days(9, 2...30)) \(days(10, 1...31)) \(days(11, 1...30)) \(days(12, 1...23))"
  private static let januaries = "1998 \(days(1, 1...31)) 1999 \(days(1, 1...31)) 2000 \(days(1, 1...31))"

  private static func days(_ month: Int, _ range: ClosedRange<Int>) -> String {
    range.map { "\(month)-\($0)" }.joined(separator: " ")
  }

  /// The start, the rule, and the days as month and day after their year.
  static let all: [(String, String, String)] = [
    ("1997-09-02", "FREQ=DAILY;COUNT=10", days(9, 2...11)),
    ("1997-09-02", "FREQ=DAILY;UNTIL=19971224T000000Z", untilChristmas),
    ("1997-09-02", "FREQ=DAILY;INTERVAL=2", everyOtherDay + " 10-2 10-4"),
    ("1997-09-02", "FREQ=DAILY;INTERVAL=10;COUNT=5", "9-2 9-12 9-22 10-2 10-12"),
    ("1998-01-01", "FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA", januaries),
    ("1998-01-01", "FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1", januaries),
    ("1997-09-02", "FREQ=WEEKLY;COUNT=10", "9-2 9-9 9-16 9-23 9-30 10-7 10-14 10-21 10-28 11-4"),
    (
      "1997-09-02", "FREQ=WEEKLY;UNTIL=19971224T000000Z",
      "9-2 9-9 9-16 9-23 9-30 10-7 10-14 10-21 10-28 11-4 11-11 11-18 11-25 12-2 12-9 12-16 12-23"
    ),
    (
      "1997-09-02", "FREQ=WEEKLY;INTERVAL=2;WKST=SU",
      "9-2 9-16 9-30 10-14 10-28 11-11 11-25 12-9 12-23 1998 1-6 1-20 2-3 2-17"
    ),
    (
      "1997-09-02", "FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH",
      "9-2 9-4 9-9 9-11 9-16 9-18 9-23 9-25 9-30 10-2"
    ),
    ("1997-09-02", "FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH", "9-2 9-4 9-9 9-11 9-16 9-18 9-23 9-25 9-30 10-2"),
    (
      "1997-09-01", "FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR",
      "9-1 9-3 9-5 9-15 9-17 9-19 9-29 10-1 10-3 10-13 10-15 10-17 10-27 10-29 10-31 11-10 11-12 11-14 11-24 11-26 "
        + "11-28 12-8 12-10 12-12 12-22"
    ),
    (
      "1997-09-02", "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH", "9-2 9-4 9-16 9-18 9-30 10-2 10-14 10-16"
    ),
    (
      "1997-09-05", "FREQ=MONTHLY;COUNT=10;BYDAY=1FR", "9-5 10-3 11-7 12-5 1998 1-2 2-6 3-6 4-3 5-1 6-5"
    ),
    ("1997-09-05", "FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR", "9-5 10-3 11-7 12-5"),
    (
      "1997-09-07", "FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU",
      "9-7 9-28 11-2 11-30 1998 1-4 1-25 3-1 3-29 5-3 5-31"
    ),
    ("1997-09-22", "FREQ=MONTHLY;COUNT=6;BYDAY=-2MO", "9-22 10-20 11-17 12-22 1998 1-19 2-16"),
    ("1997-09-28", "FREQ=MONTHLY;BYMONTHDAY=-3", "9-28 10-29 11-28 12-29 1998 1-29 2-26"),
    (
      "1997-09-02", "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15", "9-2 9-15 10-2 10-15 11-2 11-15 12-2 12-15 1998 1-2 1-15"
    ),
    (
      "1997-09-30", "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1",
      "9-30 10-1 10-31 11-1 11-30 12-1 12-31 1998 1-1 1-31 2-1"
    ),
    (
      "1997-09-10", "FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15",
      "9-10 9-11 9-12 9-13 9-14 9-15 1999 3-10 3-11 3-12 3-13"
    ),
    (
      "1997-09-02", "FREQ=MONTHLY;INTERVAL=2;BYDAY=TU",
      "9-2 9-9 9-16 9-23 9-30 11-4 11-11 11-18 11-25 1998 1-6 1-13 1-20 1-27 3-3 3-10 3-17 3-24 3-31"
    ),
    (
      "1997-06-10", "FREQ=YEARLY;COUNT=10;BYMONTH=6,7",
      "6-10 7-10 1998 6-10 7-10 1999 6-10 7-10 2000 6-10 7-10 2001 6-10 7-10"
    ),
    (
      "1997-03-10", "FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3",
      "3-10 1999 1-10 2-10 3-10 2001 1-10 2-10 3-10 2003 1-10 2-10 3-10"
    ),
    (
      "1997-01-01", "FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200",
      "1-1 4-10 7-19 2000 1-1 4-9 7-18 2003 1-1 4-10 7-19 2006 1-1"
    ),
    ("1997-05-19", "FREQ=YEARLY;BYDAY=20MO", "5-19 1998 5-18 1999 5-17"),
    ("1997-05-12", "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "5-12 1998 5-11 1999 5-17"),
    (
      "1997-03-13", "FREQ=YEARLY;BYMONTH=3;BYDAY=TH",
      "3-13 3-20 3-27 1998 3-5 3-12 3-19 3-26 1999 3-4 3-11 3-18 3-25"
    ),
    (
      "1997-06-05", "FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8",
      "6-5 6-12 6-19 6-26 7-3 7-10 7-17 7-24 7-31 8-7 8-14 8-21 8-28 1998 6-4 6-11 6-18 6-25 7-2 7-9 7-16 7-23 7-30 8-6 "
        + "8-13 8-20 8-27 1999 6-3 6-10 6-17 6-24 7-1 7-8 7-15 7-22 7-29 8-5 8-12 8-19 8-26"
    ),
    // The standard leaves the start out by EXDATE.
    ("1997-09-02", "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "1998 2-13 3-13 11-13 1999 8-13 2000 10-13"),
    (
      "1997-09-13", "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13",
      "9-13 10-11 11-8 12-13 1998 1-10 2-7 3-7 4-11 5-9 6-13"
    ),
    (
      "1996-11-05", "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8",
      "1996 11-5 2000 11-7 2004 11-2"
    ),
    ("1997-09-04", "FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", "9-4 10-7 11-6"),
    (
      "1997-09-29", "FREQ=MONTHLY;BYDAY=\(weekdays);BYSETPOS=-2", "9-29 10-30 11-27 12-30 1998 1-29 2-26 3-30"
    ),
    ("1997-08-05", "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", "8-5 8-10 8-19 8-24"),
    ("1997-08-05", "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", "8-5 8-17 8-19 8-31"),
    ("2007-01-15", "FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5", "2007 1-15 1-30 2-15 3-15 3-30"),
  ]

  /// The rules within a day, all from 09:00 on 2 September 1997. The standard ends the first one at 17:00 of New York and
  /// writes that as an instant of GMT, which is four hours too early.
  static let timed: [(String, [String])] = [
    ("FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T210000Z", ["09:00", "12:00", "15:00"]),
    ("FREQ=MINUTELY;INTERVAL=15;COUNT=6", ["09:00", "09:15", "09:30", "09:45", "10:00", "10:15"]),
    ("FREQ=MINUTELY;INTERVAL=90;COUNT=4", ["09:00", "10:30", "12:00", "13:30"]),
    ("FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40", eachTwenty),
    ("FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16", eachTwenty),
  ]

  private static let eachTwenty = (0..<24).map { place in
    let (hour, minute) = (9 + place / 3, place % 3 * 20)
    return "\(hour < 10 ? "0" : "")\(hour):\(minute == 0 ? "00" : "\(minute)")"
  }

  private func expanded(_ rule: String, from start: String, most: Int) throws -> [String] {
    let zone = try #require(TimeZone(named: "America/New_York"))
    let first = try #require(LocalTime(text: start + "T09:00", in: zone))
    return try Recurrence(RecurrenceRule(text: rule), from: first, in: zone).occurrences(most: most).all.map(
      \.local.text)
  }

  @Test("the days are those that the standard lists, each at nine o'clock", arguments: all)
  func days(start: String, rule: String, words: String) throws {
    var year = String(start.prefix(4))
    var wanted: [String] = []
    for word in words.split(separator: " ") {
      let parts = word.split(separator: "-").map { $0.count < 2 ? "0\($0)" : String($0) }
      if parts.count == 2 { wanted.append("\(year)-\(parts[0])-\(parts[1])T09:00:00") } else { year = String(word) }
    }
    let isBounded = rule.contains("COUNT=") || rule.contains("UNTIL=")
    #expect(try expanded(rule, from: start, most: wanted.count + (isBounded ? 1 : 0)) == wanted)
  }

  @Test("the times within a day are those that the standard lists", arguments: timed)
  func times(rule: String, wanted: [String]) throws {
    let isBounded = rule.contains("COUNT=") || rule.contains("UNTIL=")
    let all = try expanded(rule, from: "1997-09-02", most: wanted.count + (isBounded ? 1 : 0))
    #expect(all == wanted.map { "1997-09-02T\($0):00" })
  }

  @Test("every example of the standard is there")
  func count() { #expect(Self.all.count + Self.timed.count == 42) }
}
