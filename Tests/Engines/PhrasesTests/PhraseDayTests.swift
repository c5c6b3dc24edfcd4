import FoundationEssentials
import Kernel
import Money
import Phrases
import Recurrence
import Testing

/// A Thursday morning in Berlin.
let morning = Moment(
  Moment.date("2026-11-26T10:00:00+01:00") ?? .distantPast, in: TimeZone(named: "Europe/Berlin") ?? .gmt)

func read(_ text: String, at now: Moment = morning, isMonthFirst: Bool = true) throws -> PhraseReading {
  try PhraseReading(of: text, at: now, settings: PhraseSettings(isMonthFirst: isMonthFirst))
}

@Suite("Times in text") struct PhraseDayTests {
  @Test(
    "A day is read from the words of the text",
    arguments: [
      ("today", "2026-11-26"), ("tomorrow", "2026-11-27"), ("yesterday", "2026-11-25"),
      ("the day after tomorrow", "2026-11-28"), ("day before yesterday", "2026-11-24"),
      ("monday", "2026-11-30"), ("last monday", "2026-11-23"), ("this friday", "2026-11-27"),
      ("next friday", "2026-12-04"), ("tuesday of next week", "2026-12-01"), ("next week wednesday", "2026-12-02"),
      ("in 2 weeks", "2026-12-10"), ("3 days ago", "2026-11-23"), ("a month from now", "2026-12-26"),
      ("a week from friday", "2026-12-04"), ("2 days before christmas", "2026-12-23"),
      ("end of month", "2026-11-30"), ("end of the year", "2026-12-31"), ("the 3rd", "2026-12-03"),
      ("on the 26th", "2026-11-26"), ("3rd of next month", "2026-12-03"), ("12 March", "2027-03-12"),
      ("March 12th, 2028", "2028-03-12"), ("12-Mar-2027", "2027-03-12"), ("2026-12-24", "2026-12-24"),
      ("24.12.2026", "2026-12-24"), ("12/24/2026", "2026-12-24"), ("24/12", "2026-12-24"),
      ("first monday of march", "2027-03-01"), ("last friday of the month", "2026-11-27"),
      ("christmas eve", "2026-12-24"), ("halloween", "2027-10-31"), ("Monday 30", "2026-11-30"),
      ("twenty-first of december", "2026-12-21"), ("29 February", "2028-02-29"),
    ])
  func days(text: String, day: String) throws {
    #expect(try read(text).start?.text == day, "\(text)")
  }

  @Test(
    "A span of days has a first and a last one",
    arguments: [
      ("this weekend", "2026-11-28", "2026-11-29"), ("next week", "2026-11-30", "2026-12-06"),
      ("next month", "2026-12-01", "2026-12-31"), ("12 to 14 March", "2027-03-12", "2027-03-14"),
      ("from 3 March to 5 April", "2027-03-03", "2027-04-05"), ("in Q1 2027", "2027-01-01", "2027-03-31"),
      ("Dec 30 - Jan 2", "2026-12-30", "2027-01-02"), ("next 3 days", "2026-11-26", "2026-11-29"),
      ("holiday from monday for 3 days", "2026-11-30", "2026-12-02"),
    ])
  func spans(text: String, first: String, last: String) throws {
    let reading = try read(text)
    #expect(reading.start?.text == first && reading.end?.text == last, "\(text)")
    #expect(reading.isAllDay == true)
  }

  @Test(
    "A time of day is read with its day",
    arguments: [
      ("tomorrow noon", "2026-11-27T12:00:00"), ("next friday at 3", "2026-12-04T15:00:00"),
      ("tomorrow at half past six", "2026-11-27T18:30:00"), ("quarter to nine tomorrow", "2026-11-27T08:45:00"),
      ("at 15:30", "2026-11-26T15:30:00"), ("at 9am", "2026-11-27T09:00:00"), ("tonight", "2026-11-26T20:00:00"),
      ("tonight at 8", "2026-11-26T20:00:00"), ("8 in the evening", "2026-11-26T20:00:00"),
      ("tomorrow morning", "2026-11-27T09:00:00"), ("tomorrow morning at 7", "2026-11-27T07:00:00"),
      ("in 2 hours", "2026-11-26T12:00:00"), ("in an hour and a half", "2026-11-26T11:30:00"),
      ("half an hour ago", "2026-11-26T09:30:00"), ("2026-12-24T18:00", "2026-12-24T18:00:00"),
      ("2026-12-24T18:00:00Z", "2026-12-24T19:00:00"), ("3 p.m. on monday", "2026-11-30T15:00:00"),
      ("18h30 on monday", "2026-11-30T18:30:00"), ("dinner at 7", "2026-11-26T19:00:00"),
      ("breakfast tomorrow at 8", "2026-11-27T08:00:00"), ("tuesday at 1530", "2026-12-01T15:30:00"),
      ("midnight", "2026-11-27T00:00:00"), ("tomorrow 12pm", "2026-11-27T12:00:00"),
      ("tomorrow 12am", "2026-11-27T00:00:00"),
    ])
  func clocks(text: String, time: String) throws {
    #expect(try read(text).start?.text == time, "\(text)")
  }

  @Test(
    "A range of hours has an end",
    arguments: [
      ("from 3 to 5 pm on 12 March", "2027-03-12T15:00:00", "2027-03-12T17:00:00"),
      ("11 to 1 pm tomorrow", "2026-11-27T11:00:00", "2026-11-27T13:00:00"),
      ("tomorrow 9am-10:30am", "2026-11-27T09:00:00", "2026-11-27T10:30:00"),
      ("tomorrow between 3 and 5", "2026-11-27T15:00:00", "2026-11-27T17:00:00"),
      ("tomorrow at 3 until 4:30", "2026-11-27T15:00:00", "2026-11-27T16:30:00"),
      ("tomorrow at 14:00 for 90 minutes", "2026-11-27T14:00:00", "2026-11-27T15:30:00"),
      ("party saturday 10pm to 2am", "2026-11-28T22:00:00", "2026-11-29T02:00:00"),
    ])
  func ranges(text: String, start: String, end: String) throws {
    let reading = try read(text)
    #expect(reading.start?.text == start && reading.end?.text == end, "\(text)")
  }

  @Test(
    "No date is read where there is none",
    arguments: [
      "buy 7up", "may I ask", "march to the store", "sat down", "the sun", "install version 3.11", "room 204",
      "call +49 30 123456", "call 555-1234", "12.50", "€12 lunch", "the 3rd floor", "a second opinion", "wait a minute",
      "This may take longer", "buy christmas presents", "24/7 support", "1/2 cup of flour", "meet at 3 places",
      "mon ami", "the cat sat", "two to four people", "3am3io", "Mortgages were at 6.45 percent", "I won 5 to 3",
      "read chapter 12", "order 66", "32 August 2014", "buy 9 apples", "take exit 12", "gate b12", "size 44",
      "10 km run",
    ])
  func none(text: String) throws {
    #expect(try read(text).start == nil, "\(text)")
  }

  @Test("Numbers of a date follow the locale, and the other order is asked for")
  func orders() throws {
    #expect(try read("on 3/4", isMonthFirst: true).start?.text == "2027-03-04")
    let reading = try read("pay on 3/4", isMonthFirst: false)
    #expect(reading.start?.text == "2027-04-03" && reading.other?.text == "2027-03-04")
    #expect(reading.ask == "Saturday 3 April 2027 or Thursday 4 March 2027?")
    #expect(PhraseSettings(locale: "en-US").isMonthFirst && !PhraseSettings(locale: "en-GB").isMonthFirst)
  }

  @Test("A time that the clock leaves out is asked about")
  func gap() throws {
    let reading = try read("call on 28 March 2027 at 2:30 am")
    #expect(reading.ask == "The clock leaves out 02:30 on Sunday 28 March 2027. Is 03:30 meant?")
    let start = try #require(reading.start)
    #expect(PhraseReading.text(of: start, in: morning.zone) == "2027-03-28T03:30:00+02:00")
    #expect(try read("call on 25 October 2026 at 2:30 am 2026").start != nil)
  }
}
