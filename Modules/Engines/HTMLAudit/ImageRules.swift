extension PageRule {
  static let imageRules: [PageRule] = [
    PageRule("image-name", act: "23a2a8", ["1.1.1"], "Image has a name or is decorative") { exam in
      exam.each { place, node in
        guard !node.html.isEmpty, exam.scene.roles[place] == "img", exam.scene.isExposed(place) else {
          return nil
        }
        let isDecorative = node.html == "img" && node["alt"] == ""
        return isDecorative && exam.names.name(of: place).isBlank ? nil : exam.named(place, "image")
      }
    },
    PageRule("image-button-name", act: "59796f", ["1.1.1", "4.1.2"], "Image button has a name") { exam in
      exam.each { place, node in
        guard node.html == "input", node.type == "image", exam.scene.isExposed(place) else { return nil }
        let name = exam.names.name(of: place)
        if name.isBlank { return .failed("The image button has no accessible name.") }
        let isDefault = ["submit", "submit query"].contains(name.lowercased()) && (node["alt"] ?? "").isBlank
        return isDefault ? .failed("The image button has only the name that the browser gives it.") : .passed
      }
    },
    PageRule("svg-name", act: "7d6734", ["1.1.1"], "Drawing with a role has a name") { exam in
      exam.each { place, node in
        guard node.isSVG, ["img", "graphics-document", "graphics-symbol"].contains(exam.scene.explicit[place]),
          exam.scene.isExposed(place)
        else { return nil }
        return exam.named(place, "drawing")
      }
    },
    PageRule("object-name", act: "8fc3b6", ["1.1.1"], "Object that is a picture, sound or film has a name") { exam in
      exam.each { place, node in
        guard node.html == "object", exam.scene.isExposed(place), exam.scene.explicit[place].isEmpty,
          let data = node["data"], !data.isBlank
        else { return nil }
        switch isMedium(node["type"], data) {
        case true: return exam.named(place, "object")
        case false: return nil
        default:
          return exam.names.name(of: place).isBlank
            ? .undecided("It is not known what \(data.suffix(60)) holds.") : .passed
        }
      }
    },
    PageRule("area-name", ["1.1.1", "2.4.4"], "Area of an image map has a name") { exam in
      exam.each { place, node in
        guard node.html == "area", node.has("href"), !exam.scene.isHidden(place) else { return nil }
        return exam.named(place, "area")
      }
    },
    PageRule("image-map", ["2.1.1"], "Image map does not need a pointer") { exam in
      exam.each { place, node in
        guard node.html == "img", node.has("ismap"), exam.scene.isSeen(place),
          exam.scene.ancestor(of: place, where: { exam.nodes[$0].html == "a" && exam.nodes[$0].has("href") }) != nil
        else { return nil }
        return .failed("The server decides by the place that is clicked, which a keyboard cannot give.")
      }
    },
    PageRule(
      "decorative-exposed", act: "46ca7f", [], "What is marked as decorative is not exposed"
    ) { exam in
      exam.each { place, node in
        guard exam.scene.isMarkedDecorative(node) else { return nil }
        guard exam.scene.isExposed(place) else { return .passed }
        return .failed(
          exam.scene.isFocusable(place)
            ? "It takes the focus, so browsers expose it." : "An ARIA attribute describes it, so browsers expose it.")
      }
    },
    PageRule("image-decorative", act: "e88epe", ["1.1.1"], "Image that is hidden from screen readers is decorative") {
      exam in
      exam.each { place, node in
        let isImage = node.html == "img" || node.html == "canvas" || (node.isSVG && node.name == "svg")
        guard isImage, exam.scene.isSeen(place), !isInNamed(place, exam), !isEmptyImage(place, node, exam) else {
          return nil
        }
        let isIgnored =
          node.html == "img" || !exam.scene.isExposed(place)
          ? !exam.scene.isExposed(place)
          : exam.scene.explicit[place].isEmpty && exam.names.name(of: place).isBlank
        return isIgnored ? .undecided("A person has to see whether the image says anything.") : nil
      }
    },
    PageRule("image-text", act: "0va7u6", ["1.4.5"], "Image holds no text") { exam in
      exam.each { place, node in
        let isImage = node.html == "img" || node.html == "input" && node.type == "image"
        let isGround = !node.html.isEmpty && exam.scene.styles.computed[place].hasPicture
        guard isImage && node.has("src") || isGround, exam.scene.isSeen(place) else { return nil }
        return .undecided("A person has to see whether the image holds text.")
      }
    },
  ]

  /// True for a picture, a sound or a film, false for text, nil where that is not known.
  private static func isMedium(_ type: String?, _ data: String) -> Bool? {
    if let kind = type?.trimmed.lowercased().split(separator: "/").first {
      if ["image", "audio", "video"].contains(kind) { return true }
      if kind == "text" { return false }
    }
    let path = data.lowercased().prefix { $0 != "?" && $0 != "#" }
    if path.hasPrefix("data:") {
      return ["data:image/", "data:audio/", "data:video/"].contains { path.hasPrefix($0) }
    }
    let ending = path.split(separator: ".").last.map(String.init) ?? ""
    let media: Set<String> = [
      "png", "jpg", "jpeg", "gif", "webp", "svg", "avif", "bmp", "ico", "mp3", "ogg", "oga", "wav", "m4a", "flac",
      "mp4", "webm", "ogv", "mov", "m4v",
    ]
    if media.contains(ending) { return true }
    return ["html", "htm", "txt", "xml", "pdf", "xhtml"].contains(ending) ? false : nil
  }

  private static func isInNamed(_ place: Int, _ exam: PageExam) -> Bool {
    exam.scene.ancestor(of: place) { other in
      let node = exam.nodes[other]
      return (node.has("aria-label") || node.has("aria-labelledby")) && exam.scene.isExposed(other)
    } != nil
  }

  /// Without a source there is no picture; a drawing without shapes shows none.
  private static func isEmptyImage(_ place: Int, _ node: PageNode, _ exam: PageExam) -> Bool {
    switch node.html {
    case "img": (node["src"] ?? node["srcset"] ?? "").isBlank
    case "canvas": false
    default: !exam.scene.inside(place).contains { exam.nodes[$0].isElement && exam.nodes[$0].name != "title" }
    }
  }
}
