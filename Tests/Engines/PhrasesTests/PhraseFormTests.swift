import Money
import Phrases
import Recurrence
import Testing

/// Families of forms in which people write days, times and amounts. It is Thursday, 26 November 2026, 10:00.
@Suite("Forms of everyday writing") struct PhraseFormTests {
  private func expect(_ text: String, _ title: String?, _ start: String?, _ end: String? = nil) throws {
    let reading = try read(text, isMonthFirst: false)
    #expect(reading.title == title, "\(text)")
    #expect(reading.start.map { String($0.text.prefix(16)) } == start, "\(text)")
    if let end { #expect(reading.end.map { String($0.text.prefix(16)) } == end, "\(text)") }
  }

  @Test(
    "A number with a point is a time beside a day, a dash or what takes place, and an amount elsewhere",
    arguments: [
      ("dentist 3 December 9.15", "dentist", "2026-12-03T09:15"), ("yoga 18.30 tonight", "yoga", "2026-11-26T18:30"),
      (
        "hearing aid check Tue 1st Dec 10.40, bring batteries", "hearing aid check, bring batteries", "2026-12-01T10:40"
      ),
      ("staff meeting Tue 3.45-4.45", "staff meeting", "2026-12-01T15:45"),
      ("drop off Jonas at football 15.45", "drop off Jonas at football", "2026-11-26T15:45"),
      ("train home departs 17.48", "train home departs", "2026-11-26T17:48"),
      ("Jo arriving 10.52 tomorrow", "Jo arriving", "2026-11-27T10:52"),
      ("parcel tomorrow between 11.20 and 13.20", "parcel", "2026-11-27T11:20"),
    ])
  func points(text: String, title: String, start: String) throws {
    try expect(text, title, start)
    #expect(try read(text).amount == nil, "\(text)")
  }

  @Test(
    "A price is told from a time",
    arguments: ["coffee 3.20", "yoga mat 24.99", "lunch 11.50 with Tom", "taxi yesterday 18.40"])
  func prices(text: String) throws {
    #expect(try read(text).kind == .expense, "\(text)")
  }

  @Test(
    "A bare hour or range of hours behind a day is a time",
    arguments: [
      ("open day sat 10 till 2", "open day", "2026-11-28T10:00", "2026-11-28T14:00"),
      ("football practice fri 4-6pm", "football practice", "2026-11-27T16:00", "2026-11-27T18:00"),
      ("bday party sat 2-4 need present", "bday party need present", "2026-11-28T14:00", "2026-11-28T16:00"),
      ("office hours Mondays 2-3", "office hours", "2026-11-30T14:00", "2026-11-30T15:00"),
      ("open house 10-12 on 6 Dec", "open house", "2026-12-06T10:00", "2026-12-06T12:00"),
      ("party Saturday 10 to 2", "party", "2026-11-28T22:00", "2026-11-29T02:00"),
      ("pub quiz tues 8", "pub quiz", "2026-12-01T20:00", nil),
      ("brunch sun 11 w the girls", "brunch w the girls", "2026-11-29T11:00", nil),
      ("hand in essay Mon by noon", "hand in essay", "2026-11-30T12:00", nil),
      ("xmas do fri 7 til late", "xmas do", "2026-11-27T19:00", nil),
      ("train tomorrow 1430", "train", "2026-11-27T14:30", nil),
      ("film night sat 8ish", "film night", "2026-11-28T20:00", nil),
      ("fix bike, sat am", "fix bike", "2026-11-28T09:00", nil), ("vet Mon @ 9:15", "vet", "2026-11-30T09:15", nil),
      ("collect parcel before 6", "collect parcel", "2026-11-26T18:00", nil),
      ("code freeze 18 Dec EOD", "code freeze", "2026-12-18T17:00", nil),
    ] as [(String, String, String, String?)])
  func bareHours(text: String, title: String, start: String, end: String?) throws {
    try expect(text, title, start, end)
  }

  @Test(
    "Numbers of something else are no hours",
    arguments: [
      "read pages 10-12 tomorrow", "bring 3 eggs tomorrow", "meet tomorrow 5 people", "read chapter 12 to 15 on Sunday",
      "watch Apollo 13 on Saturday", "call 555-1234 tomorrow",
    ])
  func noHours(text: String) throws {
    #expect(try read(text).start?.isDay == true, "\(text)")
  }

  @Test(
    "Weekdays in a row repeat, and two neighbours are one span",
    arguments: [
      ("soccer practice Tue/Thu 5:30pm", "soccer practice", "2026-11-26T17:30", "FREQ=WEEKLY;BYDAY=TU,TH"),
      (
        "collect the twins mon wed fri at 3.30pm", "collect the twins", "2026-11-27T15:30", "FREQ=WEEKLY;BYDAY=MO,WE,FR"
      ),
      (
        "class Tue & Thu 18:00 until 18 December", "class", "2026-11-26T18:00", "FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20261218"
      ),
      ("soccer Tu/Th 6-7:30", "soccer", "2026-11-26T18:00", "FREQ=WEEKLY;BYDAY=TU,TH"),
      ("phone Gran on Sunday evenings", "phone Gran", "2026-11-29T19:00", "FREQ=WEEKLY;BYDAY=SU"),
      ("bins alternate Fridays", "bins", "2026-11-27", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"),
      ("checkup every November", "checkup", "2027-11-01", "FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=1"),
      ("course Tuesday and Wednesday", "course", "2026-12-01", nil),
      ("sort loft sat/sun", "sort loft", "2026-11-28", nil),
      ("visit next Wed/Thu", "visit", "2026-12-02", nil),
    ] as [(String, String, String, String?)])
  func lists(text: String, title: String, start: String, rule: String?) throws {
    try expect(text, title, start)
    let reading = try read(text)
    #expect(reading.repeats == rule, "\(text)")
    if rule == nil { #expect(reading.end?.day == (reading.start?.day ?? 0) + 1) }
  }

  @Test(
    "Regional and spoken forms of days and hours are read",
    arguments: [
      ("dinner saturday half seven", "dinner", "2026-11-28T19:30"),
      ("lunch on Friday at half twelve", "lunch", "2026-11-27T12:30"),
      ("a week on Tuesday: boiler service", "boiler service", "2026-12-08"),
      ("smear test friday week 9.20", "smear test", "2026-12-04T09:20"),
      ("lunch with Sue a week today", "lunch with Sue", "2026-12-03"),
      ("visit Gran a fortnight on Saturday", "visit Gran", "2026-12-12"),
      ("stag do weekend of 12 December", "stag do", "2026-12-12"),
      ("plan sprint w/c 7 Dec", "plan sprint", "2026-12-07"),
      ("plant bulbs in the first week of March", "plant bulbs", "2027-03-01"),
      ("put up tree first weekend of December", "put up tree", "2026-12-05"),
      ("drop car off first thing Monday", "drop car off", "2026-11-30"),
      ("call bank sometime next week", "call bank", "2026-11-30"),
      ("train at seventeen forty tomorrow", "train", "2026-11-27T17:40"),
      ("physio the day after tomorrow at 12", "physio", "2026-11-28T12:00"),
      ("Concert on 12.12. at 20:00", "Concert", "2026-12-12T20:00"), ("20261208 audit", "audit", "2026-12-08"),
      ("dinner in the middle of next week", "dinner", "2026-12-02"),
      ("call mum back in 10", "call mum back", "2026-11-26T10:10"),
      ("bus leaves 6:12 tomorrow", "bus leaves", "2026-11-27T06:12"),
      ("team lunch Friday at 11", "team lunch", "2026-11-27T11:00"),
      ("ring dr b4 10 2moro", "ring dr", "2026-11-27T10:00"),
      ("flea market first Sunday of Advent", "flea market", "2026-11-29"),
    ])
  func forms(text: String, title: String, start: String) throws { try expect(text, title, start) }

  @Test(
    "A slip of the pen in the name of a day or month is read as what is meant",
    arguments: [
      ("wensday", "2026-12-02"), ("Wedensday", "2026-12-02"), ("Saturady", "2026-11-28"), ("thrusday", "2026-12-03"),
      ("Tuseday", "2026-12-01"),
      ("firday", "2026-11-27"), ("2moro", "2026-11-27"), ("2morrow", "2026-11-27"), ("tmrw", "2026-11-27"),
      ("tommorow", "2026-11-27"),
      ("tomoz", "2026-11-27"), ("3 Febuary", "2027-02-03"), ("5 Novemeber 2027", "2027-11-05"),
      ("Decmber 12", "2026-12-12"),
      ("12 Agust", "2027-08-12"),
    ])
  func slips(text: String, day: String) throws {
    #expect(try read("meet Jo \(text)").start?.text == day, "\(text)")
    #expect(try read("meet Jo \(text)").title == "meet Jo", "\(text)")
  }

  @Test(
    "Other words near the name of a day are no slips",
    arguments: [
      "buy sundae sauce", "pack sundry items", "ask Augusta", "find sturdy boots", "call Avril", "fix sunray lamp",
      "eventing kit",
    ])
  func noSlips(text: String) throws {
    #expect(try read(text).start == nil, "\(text)")
  }

  @Test(
    "A day or time that describes a noun stays in the title",
    arguments: [
      ("ask boss for friday off", "ask boss for friday off", nil),
      ("ask for Monday morning off", "ask for Monday morning off", nil),
      ("buy tickets for the Sunday matinee", "buy tickets for the Sunday matinee", nil),
      ("get a Sunday paper", "get a Sunday paper", nil),
      ("pay Sunday league subs", "pay Sunday league subs", nil),
      ("Email Wednesday Addams", "Email Wednesday Addams", nil),
      ("read Friday's paper", "read Friday's paper", nil),
      ("reply to Monday's email by Friday", "reply to Monday's email", "2026-11-27"),
      ("Learn the song Yesterday", "Learn the song Yesterday", nil),
      ("pay the bill of 6 March 2026", "pay the bill", "2026-03-06"),
      ("catch the 7:42 train tomorrow", "catch the 7:42 train", "2026-11-27T07:42"),
      ("Sunday roast at Mum's this Sunday 1 o'clock", "Sunday roast at Mum's", "2026-11-29T13:00"),
      ("buy a 9/16 wrench", "buy a 9/16 wrench", nil), ("get 3/8 plywood", "get 3/8 plywood", nil),
      ("cut a 3/4 inch hole", "cut a 3/4 inch hole", nil),
      ("meet at 21 Jump Street at 7pm", "meet at 21 Jump Street", "2026-11-26T19:00"),
      ("call Bea tomorrow at 3pm about the trip in June", "call Bea about the trip in June", "2026-11-27T15:00"),
    ] as [(String, String, String?)])
  func attributes(text: String, title: String, start: String?) throws { try expect(text, title, start) }

  @Test(
    "Several days make a span, alternatives are asked about, and what was moved is at its new time",
    arguments: [
      ("Seminar 2 Dec 9am - 3 Dec 4pm", "Seminar", "2026-12-02T09:00", "2026-12-03T16:00"),
      ("vacation in Maui Dec 26 through Jan 4", "vacation in Maui", "2026-12-26", "2027-01-04"),
      ("Conference March 3 to March 5 in Lyon", "Conference in Lyon", "2027-03-03", "2027-03-05"),
      ("Kita closed 23 Dec - 3 Jan", "Kita closed", "2026-12-23", "2027-01-03"),
      ("Mon-Fri out of office", "out of office", "2026-11-30", "2026-12-04"),
      ("Oma visiting from the 18th to the 22nd of December", "Oma visiting", "2026-12-18", "2026-12-22"),
      ("in-laws in town Dec 23 thru 27", "in-laws in town", "2026-12-23", "2026-12-27"),
    ])
  func spans(text: String, title: String, start: String, end: String) throws {
    try expect(text, title, start, end)
    #expect(try read(text).kind == .event, "\(text)")
  }

  @Test("Of two days with “or” the first is taken and the other asked about; of a change of date the new one counts")
  func alternatives() throws {
    let reading = try read("post the parcel tomorrow or Monday")
    #expect(
      reading.title == "post the parcel" && reading.start?.text == "2026-11-27" && reading.other?.text == "2026-11-30")
    #expect(reading.ask == "Friday 27 November or Monday 30 November?")
    #expect(try read("lecture moved from Tuesday to Wednesday 10am").start?.text == "2026-12-02T10:00:00")
    #expect(try read("game moved to 11").start?.text == "2026-11-26T11:00:00")
  }

  @Test(
    "Feasts are days, and names of meals where they describe one",
    arguments: [
      ("brunch on Easter Monday", "brunch", "2027-03-29"), ("Black Friday: buy TV", "buy TV", "2026-11-27"),
      ("valentine's day dinner 7:30pm", "valentine's day dinner", "2027-02-14T19:30"),
      ("buy easter eggs", "buy easter eggs", nil),
      ("party on Shrove Tuesday", "party", "2027-02-09"),
      ("new year's eve party", "new year's eve party", "2026-12-31"),
      ("class until Easter every Monday", "class", "2026-11-30"), ("cook for thanksgiving", "cook", "2026-11-26"),
    ] as [(String, String, String?)])
  func feasts(text: String, title: String, start: String?) throws { try expect(text, title, start) }

  @Test(
    "Amounts in words are read",
    arguments: [
      ("New tires, eight hundred dollars", 80_000, "USD", "New tires"),
      ("gave a tenner to the busker", 1000, "GBP", "the busker"),
      ("dinner for two, 64 pounds", 6400, "GBP", "dinner for two"),
      ("had a curry, 18 pounds 50", 1850, "GBP", "had a curry"),
      ("muffin, 14 euro 20", 1420, "EUR", "muffin"),
      ("fish and chips fourteen pounds twenty", 1420, "GBP", "fish and chips"),
      ("a hundred and fifty quid on uniforms", 15_000, "GBP", "uniforms"),
      ("sofa two thousand five hundred euros", 250_000, "EUR", "sofa"),
      ("new glasses cost me £189", 18_900, "GBP", "new glasses"),
      ("tip for the hairdresser: 5", 500, nil, "tip for the hairdresser"),
      ("phone bill 19.99", 1999, nil, "phone bill"), ("spent two fivers on stamps", 1000, "GBP", "stamps"),
      ("lunch 3 euros and 50 cents", 350, "EUR", "lunch"),
    ] as [(String, Int, String?, String)])
  func amounts(text: String, minor: Int, currency: String?, title: String) throws {
    let reading = try read(text)
    #expect(reading.amount == PhraseAmount(minor: minor, currency: currency.flatMap { Currency($0) }), "\(text)")
    #expect(reading.kind == .expense && reading.title == title, "\(text)")
  }

  @Test("An amount that describes something to do stays in its title; pounds that are a weight are none")
  func kept() throws {
    #expect(try read("ask Tom for the £20 he owes me").title == "ask Tom for the £20 he owes me")
    #expect(try read("find a present under 30 euros").title == "find a present under 30 euros")
    for text in ["lose 5 pounds", "buy 2 pounds of butter"] { #expect(try read(text).amount == nil, "\(text)") }
  }

  @Test(
    "Remarks, records, wishes and orders to a machine are nothing to do",
    arguments: [
      "tell me a joke", "I feel a bit tired today", "thanks, that's great", "Wifi password is sunflower22",
      "play some jazz",
      "spare key is with Mrs Novak at number 9", "convert 50 pounds to euros", "weigh 72.4 kg this morning",
      "set a timer for 10 minutes",
      "I love this song", "lol that was funny", "just a minute", "it is 5 o'clock somewhere", "I'm tired today",
      "whatever", "my back hurts",
      "Jonas has chickenpox", "good luck tomorrow!", "thanks so much for yesterday", "lost my umbrella",
      "100 usd in eur", "my cat is called Monday",
      "turn the volume down", "Zoe said she's allergic to nuts",
    ])
  func nothing(text: String) throws { #expect(try read(text).kind == .none, "\(text)") }

  @Test(
    "What is asked for, due or takes place keeps its kind",
    arguments: [
      ("Could you remind me to move the car at 4?", .todo, "move the car"),
      ("at 5 tomorrow I have to collect the car", .todo, "collect the car"),
      ("gotta finish the report by midnight", .todo, "finish the report"),
      ("dinner money due monday", .todo, "dinner money"),
      ("study group tonight 7pm library", .event, "study group library"),
      ("bins out every Thursday night", .todo, "bins out"),
      ("Bea: call tomorrow 3pm", .todo, "Bea: call"), ("Grandpa's 80th on the 19th", .event, "Grandpa's 80th"),
      ("teach Lily to ride her bike on Saturday", .todo, "teach Lily to ride her bike"),
      ("plumber coming Friday", .event, "plumber coming"),
      ("school trip tomorrow all day", .event, "school trip"),
      ("non-uniform day friday, bring £1", .todo, "non-uniform day, bring £1"),
      ("sat nav update", .todo, "sat nav update"), ("March 2027", .event, nil), ("Remind me", .todo, nil),
      ("I'll call the bank", .todo, "call the bank"),
    ] as [(String, PhraseKind, String?)])
  func kinds(text: String, kind: PhraseKind, title: String?) throws {
    let reading = try read(text)
    #expect(reading.kind == kind && reading.title == title, "\(text)")
  }

  @Test(
    "A reading is less sure where a word of time or a joint is left in the title",
    arguments: [
      "call Bob Friday or so at the", "meeting 10.40.3 Friday 3pm", "dentist Mo 9 Friday 3pm till",
      "swimming twice a week at 5pm",
    ])
  func doubt(text: String) throws {
    #expect(try read(text).sure < 0.9, "\(text)")
    #expect(try read("dentist Friday 3pm").sure >= 0.9)
  }
}
