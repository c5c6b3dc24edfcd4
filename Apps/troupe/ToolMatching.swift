internal import Commands
internal import Compatibility
internal import FoundationEssentials
internal import JSON
internal import Kernel

extension Tools {
  private static let viewer = Option(name: "viewer", value: "FILE", words: "the person for whom it is ranked, as JSON")
  private static let candidates = Option(
    name: "candidates", value: "FILE.jsonl", words: "the candidates, one JSON object a line")

  static let matching = Tool(
    name: "matching", summary: "sponsors and sponsees ranked for a person, with reasons", operands: "rank",
    options: [viewer, candidates, .json],
    details: """
      Both files have the columns of the table candidates (person, role, recovery_program, sober_since, region, availability,
      bio, looks_for, is_visible) and "preferences" {"programs", "least_sobriety_days", "same_region",
      "common_availability", "capacity"}. A candidate may have the counts "sponsees" and "requests"; the viewer "blocked",
      "blocked_by" and "connections" (lists of persons), "declined" [{"person", "at"}], "now" and "zone".

      --json has a row for each candidate: id, score, role and reasons [{factor, points, words}] of those who match, the best
      first, and id, gate and words of those who were closed out.
      """,
    run: { given throws(Problem) in
      guard given.operands == ["rank"], let viewer = given[viewer], let candidates = given[candidates] else {
        throw .usage("`troupe matching rank` takes --viewer FILE and --candidates FILE.jsonl.", help: "matching")
      }
      let document = try MatchDocument(
        viewer: try json(
          try NamedFile.text(
            of: viewer, most: MatchDocument.mostViewerBytes, tooLarge: "viewer-limit", remedy: "Name one person."),
          viewer.suffix(200) + ""), now: Date())
      let answer = document.answer(try people(in: candidates))
      if given.has(.json) {
        Output.line((try? JSON.text(answer)) ?? "[]")
      } else if answer == [] {
        Output.lines(["\(candidates.suffix(200)) names no candidate."])
      } else {
        Output.lines(account(answer))
      }
      return 0
    })

  private static func people(in path: String) throws(Problem) -> [Candidate] {
    let data = try NamedFile.text(
      of: path, most: MatchDocument.mostCandidateBytes, tooLarge: "candidates-limit", remedy: "Rank fewer at a time.")
    var found: [Candidate] = []
    var names: Set<String> = []
    for (number, line) in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      guard line.contains(where: { $0 > 0x20 }) else { continue }
      let place = "line \(number + 1) of \(path.suffix(200))"
      let candidate = try MatchDocument.candidate(try json(Array(line), place), at: place)
      guard names.insert(candidate.id).inserted else {
        throw Problem("bad-candidate", "\(place) has a person who was named before.", remedy: "Name each person once.")
      }
      guard found.count < MatchDocument.mostCandidates else {
        throw Problem(
          "candidates-limit", "\(path.suffix(200)) has more than \(MatchDocument.mostCandidates) candidates.",
          remedy: "Rank fewer at a time.")
      }
      found.append(candidate)
    }
    return found
  }

  private static func json(_ bytes: [UInt8], _ place: String) throws(Problem) -> JSON {
    guard bytes.contains(where: { $0 > 0x20 }) else {
      throw Problem("bad-candidate", "\(place) is empty.", remedy: "See `troupe help matching` for the format.")
    }
    do throws(JSONFlaw) {
      return try JSON(bytes: bytes)
    } catch {
      throw Problem(
        "bad-candidate", "\(place) is not JSON: \(error.what) at byte \(error.offset).",
        remedy: "See `troupe help matching` for the format.")
    }
  }

  private static func account(_ answer: JSON) -> [String] {
    (answer.array ?? []).map { row in
      let id = row["id"]?.string ?? ""
      guard let score = row["score"]?.number else { return "  -  \(id): \(row["words"]?.string ?? "")" }
      let reasons = (row["reasons"]?.array ?? []).compactMap { $0["words"]?.string }.joined(separator: " ")
      let text = String(Int(score))
      return String(repeating: " ", count: max(0, 3 - text.count)) + "\(text)  \(id): \(reasons)"
    }
  }
}
