extension PageRule {
  static let mediaRules: [PageRule] = [
    PageRule("video-captions", act: "eac66b", ["1.2.2"], "Film has captions") { exam in
      exam.each { place, node in
        guard node.html == "video", exam.scene.isSeen(place), hasSource(place, exam) else { return nil }
        return hasTrack(place, ["captions"], exam)
          ? .undecided("A person has to see whether the captions say all that is heard.")
          : .undecided(
            "It has no captions; a person has to hear whether it speaks, or whether its text is on the page.")
      }
    },
    PageRule("video-described", act: "c5a4ea", ["1.2.3", "1.2.5"], "Film says in words what it shows") { exam in
      exam.each { place, node in
        guard node.html == "video", exam.scene.isSeen(place), hasSource(place, exam) else { return nil }
        return .undecided("A person has to see whether a description or a text says what it shows.")
      }
    },
    PageRule("audio-text", act: "e7aa44", ["1.2.1"], "Sound has a text") { exam in
      exam.each { place, node in
        guard node.html == "audio", node.has("controls") || node.has("autoplay"), hasSource(place, exam) else {
          return nil
        }
        return .undecided("A person has to see whether a text on the page says what is heard.")
      }
    },
    PageRule("autoplay", act: "80f0bf", ["1.4.2"], "Sound does not play by itself") { exam in
      exam.each { place, node in
        guard ["audio", "video"].contains(node.html), node.has("autoplay"), !node.has("muted"), hasSource(place, exam)
        else {
          return nil
        }
        return node.has("controls") && exam.scene.isSeen(place)
          ? .passed : .undecided("It plays without controls; its length, or a button of the page, decides.")
      }
    },
  ]

  private static func hasSource(_ place: Int, _ exam: PageExam) -> Bool {
    exam.nodes[place].has("src") || exam.scene.inside(place).contains { exam.nodes[$0].html == "source" }
  }

  private static func hasTrack(_ place: Int, _ kinds: [String], _ exam: PageExam) -> Bool {
    exam.scene.inside(place).contains {
      exam.nodes[$0].html == "track" && kinds.contains(exam.nodes[$0].keyword("kind") ?? "")
    }
  }
}
