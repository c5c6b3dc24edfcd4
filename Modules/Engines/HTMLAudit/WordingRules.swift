extension PageRule {
  /// Rules whose end only a person can decide. A page tells to what they apply.
  static let wordingRules: [PageRule] = [
    PageRule("title-describes", act: "c4a8a4", ["2.4.2"], "Title says what the page is about") { exam in
      exam.each { place, _ in
        guard exam.title == place,
          !exam.scene.text(of: place).isBlank
        else { return nil }
        return .undecided("A person has to read it.")
      }
    },
    PageRule("heading-describes", act: "b49b2e", ["2.4.6"], "Heading says what follows") { exam in
      exam.each { place, _ in
        guard exam.scene.roles[place] == "heading", exam.scene.isExposed(place), !exam.names.name(of: place).isBlank
        else { return nil }
        return .undecided("A person has to read it.")
      }
    },
    PageRule("label-describes", act: "cc0f0a", ["2.4.6"], "Label says what to enter") { exam in
      let fields: Set<String> = [
        "checkbox", "combobox", "listbox", "radio", "searchbox", "slider", "spinbutton", "switch", "textbox",
      ]
      return exam.each { place, _ in
        guard fields.contains(exam.scene.roles[place]), exam.scene.isExposed(place),
          (exam.names.labels(of: place) + exam.scene.referred(exam.nodes[place]["aria-labelledby"])).contains(
            where: exam.scene.isSeen)
        else { return nil }
        return .undecided("A person has to read it.")
      }
    },
    PageRule("image-describes", act: "qt1vmo", ["1.1.1"], "Name of an image says what it shows") { exam in
      exam.each { place, node in
        let isImage = ["img", "graphics-document"].contains(exam.scene.roles[place]) || node.html == "canvas"
        guard isImage, exam.scene.isExposed(place), exam.scene.isSeen(place), !exam.names.name(of: place).isBlank else {
          return nil
        }
        let name = exam.names.name(of: place).lowercased()
        let file = (node["src"] ?? "").split(separator: "/").last.map { $0.lowercased() } ?? ""
        if !file.isEmpty, name == file { return .failed("The name is that of the file.") }
        return .undecided("A person has to see it.")
      }
    },
    PageRule("link-describes", act: "5effbb", ["2.4.4"], "Link says where it leads") { exam in
      exam.each { place, _ in
        guard isLink(exam.scene.roles[place]), exam.scene.isExposed(place), !exam.names.name(of: place).isBlank else {
          return nil
        }
        return .undecided("A person has to read it.")
      }
    },
  ]
}
