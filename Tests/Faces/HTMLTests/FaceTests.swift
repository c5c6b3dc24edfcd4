import Entitlement
import EveryRole
import HTML
import Interface
import Numbers
import Testing

@Suite("Elements as HTML")
struct FaceTests {
  let face = Face(base: "/yhealth/me")
  let main = Element(id: "main", role: .main)

  func html(_ node: N) -> String {
    face.html(Screen(Route(["sample"]), title: "", nodes: [node]).nodes[0].element, in: main)
  }

  @Test("a button works with a form and with a script")
  func button() {
    #expect(
      html(.button("Share", does: "share"))
        == #"<button id="share" class="button" type="submit" form="acts" name="do" value="share" data-do="activate" "#
        + #"data-for="share"><span class="word">Share</span></button>"#)
  }

  @Test("a telephone number is a link that calls it, with nothing but digits and a plus in its address")
  func telephone() {
    let called = html(N.code("+44 (20) 7946-0958", label: "Noor & Co").with { $0.purpose = .phone })
    #expect(called.contains(#"<span class="label">Noor &amp; Co</span>"#))
    #expect(
      called.contains(
        ##"<a class="button prominent" href="tel:+442079460958" aria-label="Call +44 (20) 7946-0958, Noor &amp; Co">"##)
    )
    let odd = html(N.code("\"><script>alert(1)</script>٣", label: "").with { $0.purpose = .phone })
    #expect(odd.contains(#"href="tel:1""#) && !odd.contains("<script"))
    #expect(html(N.code("AB-12", label: "Code")).contains("<code>AB-12</code>"))
  }

  @Test("the heading of a screen that is refreshed says so, and keeps its words")
  func busyHeading() {
    #expect(
      html(N.heading("Todos", level: 1).with { $0.isBusy = true }) == #"<h1 id="todos" aria-busy="true">Todos</h1>"#)
    #expect(html(N.heading("Todos", level: 1)) == #"<h1 id="todos">Todos</h1>"#)
  }

  @Test("a link to the one thing to do is drawn as a button, and stays a link")
  func prominentLink() {
    let drawn = html(N.link("Plan", to: Route(["plan"])).with { $0.isProminent = true })
    #expect(drawn.hasPrefix(#"<a id="plan" class="button prominent" href="#) && !drawn.contains("<svg"))
    #expect(html(N.link("Plan", to: Route(["plan"]))).hasPrefix(#"<a id="plan" class="link" href="#))
  }

  @Test("a button that ticks off is a mark with a name, and says whether it is ticked")
  func tick() {
    let open = html(N.button("Complete: Milk", icon: .success, does: "tick").with { $0.check = .off })
    #expect(open.contains(#"class="button check""#) && open.contains(#"aria-pressed="false""#))
    #expect(open.contains(#"<span class="word">Complete: Milk</span>"#))
    #expect(html(N.button("Reopen", does: "tick").with { $0.check = .on }).contains(#"aria-pressed="true""#))
    let colour = html(N(.badge, "Teal", id: "colour").with { $0.hue = "third" })
    #expect(colour.contains(#"<span class="badge dot" data-hue="third"><span class="unseen">, Teal</span></span>"#))
  }

  @Test("where one writes in a conversation is one line whose Enter key sends")
  func composer() {
    let drawn = html(
      N.composer(
        .field("Message to Noor", id: "text", holds: "", commit: { $0 }) {
          $0.isMultiline = true
          $0.enter = "send"
        }, [.button("Send", isProminent: true, does: "send")]))
    #expect(drawn.hasPrefix(#"<div id="composer" class="group composer" data-in="composer">"#))
    #expect(drawn.contains(#"rows="1""#) && drawn.contains(#"data-enter enterkeyhint="send""#))
    #expect(drawn.contains(#"placeholder="Message to Noor""#))
    let plain = html(.field("Notes", holds: "", commit: { $0 }) { $0.isMultiline = true })
    #expect(plain.contains(#"rows="4""#) && !plain.contains("data-enter") && !plain.contains("placeholder"))
  }

  @Test("a disabled button stays reachable, and gives the reason")
  func disabled() {
    #expect(
      html(.disabledButton("Send", because: "Write something first."))
        == #"<div id="send" class="held"><button class="button" type="button" aria-disabled="true" "#
        + #"aria-describedby="send~hint"><span class="word">Send</span></button>"#
        + #"<p class="hint" id="send~hint">Write something first.</p></div>"#)
  }

  @Test("a field declares its purpose, its limits and its error")
  func field() {
    let node = N.field("Email", holds: "", draft: { $0 }, commit: { $0 }) { field in
      field.purpose = .email
      field.longest = 80
      field.isRequired = true
      field.invalid = "Enter an address with an @."
    }
    let said = html(node)
    #expect(said.hasPrefix(#"<div id="email" class="field" data-invalid><label for="email~field">Email"#))
    #expect(
      said.contains(
        #"<input id="email~field" type="email" name="set:email" form="acts" data-for="email" data-set="edit" "#
          + #"data-draft value maxlength="80" autocomplete="email" aria-required="true" aria-invalid="true" "#
          + #"aria-describedby="email~invalid">"#))
    #expect(said.contains(#"<p class="invalid" id="email~invalid"><svg"#))
  }

  @Test("a choice declares its error as a field does")
  func invalidChoices() {
    let options = [(id: "a", title: "A"), (id: "b", title: "B")]
    let choices: [(N, String)] = [
      (.choice("One", id: "one", options, selected: nil) { $0 }, "<fieldset"),
      (.choice("One", id: "one", options, selected: nil, isFolded: true) { $0 }, "<select"),
      (.toggle("One", id: "one", isOn: false) { _ in "set" }, "<input id"),
    ]
    for (node, tag) in choices {
      #expect(!html(node).contains("invalid"))
      let said = html(node.with { $0.invalid = "Choose one of these." })
      #expect(said.contains(#"<p class="invalid" id="one~invalid"><svg"#) && said.contains("Choose one of these.</p>"))
      let control = said.split(separator: tag, maxSplits: 1).last?.prefix { $0 != ">" } ?? ""
      #expect(control.contains(#"aria-invalid="true""#) && control.contains(#"aria-describedby="one~invalid""#))
    }
  }

  @Test(
    "a number field is a text field with a keyboard of digits, since a browser's number field refuses a decimal comma")
  func numbers() {
    func said(isWhole: Bool) -> String {
      html(
        .number("Distance", holds: "6,5", in: NumberNotation(locale: "de-DE"), isWhole: isWhole, commit: { $0 }) {
          field in
          field.example = "5.2"
          field.purpose = .distance
        })
    }
    #expect(
      said(isWhole: false).contains(
        #"type="text" name="set:distance" form="acts" data-for="distance" data-set="edit" value="6,5" maxlength="64" "#
          + #"autocomplete="off" inputmode="decimal" placeholder="5,2">"#))
    #expect(said(isWhole: true).contains(#"inputmode="numeric""#))
  }

  @Test("only an empty or complete time is in a time field, so that a half-typed one is kept")
  func halfTyped() {
    func type(_ value: String) -> Bool {
      html(.field("Start", holds: value, role: .timefield, commit: { $0 })).contains(#"type="time""#)
    }
    #expect(type("") && type("07:30") && type("23:59"))
    #expect(!type("7") && !type("07:3") && !type("24:00") && !type("٠٧:٣٠"))
  }

  @Test("an option is chosen by its own identifier")
  func choices() {
    let radios = html(.choice("Units", [("m", "Metric"), ("i", "Imperial")], selected: "m", choose: { $0 }))
    #expect(
      radios.contains(
        #"<label id="units.m" class="option"><input type="radio" name="set:units" value="units.m" form="acts" "#
          + #"data-for="units.m" data-set="activate" checked><span>Metric</span></label>"#))
    let picker = html(.choice("Meal", [("b", "Breakfast"), ("l", "Lunch")], selected: "l", isFolded: true) { $0 })
    #expect(picker.contains(#"name="set:meal" form="acts" data-for="meal" data-set="activate">"#))
    #expect(picker.contains(#"<option id="meal.l" value="meal.l" selected>Lunch</option>"#))
  }

  @Test("a switch that is off is sent without a script too")
  func toggle() {
    let said = html(.toggle("Reminders", isOn: false, set: { "\($0)" }))
    #expect(said.contains(#"<input type="hidden" name="set:reminders" value="off" form="acts">"#))
    #expect(said.contains(#"type="checkbox" role="switch" name="set:reminders" value="on""#))
  }

  @Test("a slider has step buttons, and gives its value in words")
  func slider() {
    let said = html(.slider("Pace", at: 5, in: 1...5, says: "5 a day", set: { "\($0)" }))
    #expect(said.contains(#"min="1" max="5" step="1" value="5" aria-valuetext="5 a day">"#))
    #expect(said.contains(#"value="pace.less""#) && !said.contains("pace.more"))
    #expect(said.contains(#"<span class="nudge"></span>"#))
  }

  @Test("a score shows its number and word, links to its screen, and fills its ring to the number")
  func score() {
    let said = html(
      .score("Fitness", number: 81, word: "Excellent", tone: .excellent, icon: .fitness, to: Route(["fitness"])))
    #expect(said.contains(#"stroke-dasharray="81 100""#))
    #expect(said.contains(#"<span class="unseen">81, </span>Excellent</p>"#))
    #expect(said.contains(#"<a class="stretch" href="/yhealth/me/fitness" data-do="activate" data-for="fitness">"#))
  }

  @Test("a picture is loaded only from the product itself")
  func pictures() {
    #expect(html(.image("/me.png", alternative: "Me")).contains(#"src="/yhealth/me/me.png" alt="Me""#))
    for source in ["https://example.org/a.png", "//example.org/a.png", "data:image/png;base64,AA"] {
      #expect(!html(.image(source, alternative: "Me")).contains("src"))
    }
  }

  @Test("a count is shown as a mark and read out in words")
  func badges() {
    var tab = EveryRole.tab("Insights", 2, badge: "•")
    tab.value = "3 new"
    let said = html(tab)
    #expect(said.contains(#"<span class="badge dot" aria-hidden="true"></span><span class="unseen">, 3 new</span>"#))
  }

  @Test("a locked element says what it needs")
  func locked() {
    let said = html(N.row("Plan", id: "plan").with { $0.locked = "premium" })
    #expect(said.contains("locked, needs Premium"))
  }

  @Test("the reasons under a message are folded unless it is expanded")
  func reasons() {
    let line = N.message(from: "Coach", "Rest today.", id: "c", at: "07:30", isOwn: false, [.note("Load.")])
    #expect(html(line.with { $0.isExpanded = false }).contains("<details><summary>"))
    #expect(html(line.with { $0.isExpanded = true }).contains("<details open><summary>"))
    #expect(!html(line).contains("<details"))
  }
}
