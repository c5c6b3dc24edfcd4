import Days
import FeatureTesting
import Forms
import FoundationEssentials
import Interface
import Kernel
import Measures
import Testing

@testable import Health

@Suite("The sheet that logs") struct LogSheetTests {
  private func log(_ bench: Bench, _ form: FormName, _ values: [FormField: String]) async {
    await bench.log(form, values)
    await bench.do(.left(form.route))
  }

  private func labels(of section: String, _ bench: Bench) -> [String] {
    bench.nodes(.log).first { $0.id == section }?.all.filter { $0.offer(.activate) != nil || $0.destination != nil }
      .map(\.label) ?? []
  }

  @Test("One tap in it logs a mood, by five faces that have a word each")
  func moods() async throws {
    let bench = try await Bench()
    let faces = bench.nodes(.log).first { $0.id == "feeling.moods" }?.children ?? []
    #expect(faces.map(\.label) == ["Awful", "Bad", "So-so", "Good", "Great"])
    #expect(faces.map(\.state.icon) == [.faceAwful, .faceLow, .faceNeutral, .faceGood, .faceGreat])
    for face in faces { await bench.tap(face.label, at: .log) }
    let words = bench.state.entries.map { $0.entry.record.answers[.mood] }
    #expect(words.sorted() == ["1", "3", "5", "7", "9"])
    #expect(bench.state.entries.allSatisfy { $0.entry.when == bench.clock.now.date })
    #expect(bench.offers.count == 5)
  }

  @Test("Every mood from 1 to 10 has its face", arguments: 1...10)
  func faces(mood: Int) {
    let all: [Icon] = [.faceAwful, .faceLow, .faceNeutral, .faceGood, .faceGreat]
    #expect(LogKind.face(of: mood) == all[(mood - 1) / 2])
  }

  @Test("One tap in it logs the usual water and the last weight again")
  func again() async throws {
    let bench = try await Bench()
    #expect(labels(of: "again", bench) == ["Water, 250 ml"], "a first glass is offered to somebody new")
    await log(bench, .water, [.millilitres: "330", .date: "2026-11-20", .time: "21:00"])
    await log(bench, .weight, [.kilograms: "72.4", .date: "2026-11-19"])
    await log(bench, .weight, [.kilograms: "71.9", .date: "2026-11-21"])
    #expect(labels(of: "again", bench) == ["Water, 330 ml", "Weight 71.9 kg"])
    for words in ["Water, 330 ml", "Weight 71.9 kg"] { await bench.tap(words, at: .log) }
    let today = bench.state.days[CalendarDay(of: bench.clock.now)]
    #expect(today?[.water] == 330 && today?[.weight] == 71.9)
  }

  @Test("It offers the usual meal, workout and activity of this time of the day, and none of another time")
  func usual() async throws {
    let bench = try await Bench()
    for day in ["2026-11-20", "2026-11-21"] {
      await log(bench, .meal, [.description: "Porridge", .date: day, .time: "08:00"])
      await log(bench, .workout, [.workout: "running", .minutes: "30", .date: day, .time: "07:30"])
      await log(bench, .activity, [.minutes: "15", .date: day, .time: "09:00"])
    }
    for _ in 1...3 { await log(bench, .meal, [.description: "Soup", .date: "2026-11-20", .time: "19:00"]) }
    #expect(
      labels(of: "again", bench) == [
        "Water, 250 ml", "Breakfast: Porridge", "Workout: Running, 30 min", "Walking: 15 min",
      ])
  }

  @Test("A weight of more than sixty days ago is not offered again")
  func old() async throws {
    let bench = try await Bench()
    await log(bench, .weight, [.kilograms: "80", .date: "2026-09-20"])
    #expect(labels(of: "again", bench) == ["Water, 250 ml"])
    await log(bench, .weight, [.kilograms: "79", .date: "2026-09-25"])
    #expect(labels(of: "again", bench) == ["Water, 250 ml", "Weight 79 kg"])
  }

  @Test("Every kind has a link to its form, the most used of the last sixty days first")
  func ordered() async throws {
    let bench = try await Bench()
    let usual = [
      "Meal", "Water", "Mood check-in", "Workout", "Night's sleep", "Weight", "Activity", "Energy check-in",
      "Journal entry",
    ]
    #expect(labels(of: "new", bench) == usual)
    for _ in 1...2 { await log(bench, .journal, [.body: "Words"]) }
    await log(bench, .weight, [.kilograms: "72"])
    for _ in 1...3 { await log(bench, .energy, [.date: "2026-09-01"]) }
    let ordered = ["Journal entry", "Weight"] + usual.filter { $0 != "Journal entry" && $0 != "Weight" }
    #expect(labels(of: "new", bench) == ordered)
    let links = bench.nodes(.log).filter { $0.id.hasPrefix("new.kinds.") }
    #expect(Set(links.compactMap(\.destination)) == Set(LogKind.allCases.map(\.route)))
  }

  @Test("A failed tap is reported in it")
  func failure() async throws {
    let bench = try await Bench { $0.save = { _, _, _ throws(Problem) in throw .full } }
    await bench.tap("Good", at: .log)
    #expect(bench.state.entries.isEmpty && bench.offers.isEmpty)
    #expect(bench.node("That did not work. \(Problem.full.sentence)", at: .log)?.role == .status)
  }
}
