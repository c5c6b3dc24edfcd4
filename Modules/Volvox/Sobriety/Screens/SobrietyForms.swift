internal import Days
internal import Forms
public import Interface
public import Kernel
internal import Numbers
internal import Platform
internal import SoberDays
internal import Storage

// The sheets in which something is typed.
extension SobrietyState {
  /// Says that what is typed is a draft that was found, and from when.
  private func found(
    _ name: SobrietyForm, _ local: SobrietyWindowState, _ surroundings: Surroundings
  ) -> [SobrietyNode] {
    local.forms[name]?.notices(in: surroundings) { .form($0) } ?? []
  }

  func dateSheet(
    _ route: Route, _ surroundings: Surroundings, _ local: SobrietyWindowState, _ window: WindowID
  ) -> Screen<SobrietyWindowAction> {
    let current = ledger.current
    let text = local.date.text ?? current?.day.text ?? surroundings.now.day.text
    // A first date is complained about once Save was tried; a complaint then follows the typing.
    let complaint = local.date.isTried ? typedDate(in: window, surroundings.now).failure?.sentence : nil
    let words =
      current == nil
      ? "The first day of your sobriety. Your days are counted from it."
      : "Use this when the date was entered wrongly. It moves the count, and no slip is recorded."
    return sheet(
      route, "Sober date", local,
      [
        .text(words, id: "about"),
        .field(
          "Sober since", id: "day", holds: text, role: .datefield, draft: { .typeDate($0) }, commit: { .typeDate($0) }
        ) {
          $0.invalid = complaint
          $0.isRequired = true
        },
        .button("Save", icon: .save, isProminent: true, does: .saveDate),
      ] + (current == nil ? [] : [.link("Record a slip", to: SobrietyPlaces.slip, icon: .undo)]))
  }

  /// The date as a step of the first steps, with the days that follow from it.
  public func dateNodes(in surroundings: Surroundings, at window: WindowID) -> [Node<SobrietyWindowAction>] {
    let local = windows[window]
    let (now, current) = (surroundings.now, ledger.current)
    let typed = typedDate(in: window, now)
    var nodes: [SobrietyNode] =
      problem(local) + [
        .field(
          "Sober since", id: "day", holds: local.date.text ?? current?.day.text ?? now.day.text, role: .datefield,
          draft: { .typeDate($0) }, commit: { .typeDate($0) }
        ) { $0.invalid = local.date.isTried ? typed.failure?.sentence : nil }
      ]
    if case .success(let day) = typed {
      nodes.append(.note(now.day.days(since: day).counted("day"), icon: .sun, id: "days").with { $0.live = .polite })
    }
    let save: SobrietyNode =
      current == nil
      ? .button("Save and continue", id: "save", icon: .forward, isProminent: true, does: .saveDate)
      : .button("Change date", id: "save", icon: .save, does: .saveDate)
    return nodes + [save]
  }

  func slipSheet(
    _ route: Route, _ surroundings: Surroundings, _ local: SobrietyWindowState, _ window: WindowID
  ) -> Screen<SobrietyWindowAction> {
    guard ledger.current != nil else {
      return sheet(
        route, "Record a slip", local,
        [
          .text("Set your sober date first.", id: "first"),
          .link("Set your sober date", to: SobrietyPlaces.date, icon: .calendar),
        ])
    }
    let total = ledger.total(to: surroundings.now.day)
    let complaint = local.isSlipTried ? typedSlip(in: window, surroundings.now).failure?.sentence : nil
    return sheet(
      route, "Record a slip", local,
      found(.slip, local, surroundings) + [
        .text(
          "Your \(total.counted("sober day")) and everything you wrote stay. The count begins again from the day you choose.",
          id: "about"),
        .field(
          "Day", id: "day", holds: local.forms[.slip]?.typedDay ?? surroundings.now.day.text, role: .datefield,
          draft: { .typeSlipDay($0) }, commit: { .typeSlipDay($0) }
        ) { $0.invalid = complaint },
        .field(
          "Note", id: "note", holds: local.forms[.slip]?.values[.note] ?? "", draft: { .typeSlipNote($0) },
          commit: { .typeSlipNote($0) }
        ) {
          $0.isMultiline = true
          $0.hint = "Only for you, and only if you like."
          $0.purpose = .notes
          $0.longest = SobrietyRecord.longestNote
        },
        .button("Record slip", icon: .save, isProminent: true, does: .saveSlip),
      ])
  }

  func reflectionSheet(
    _ route: Route, _ surroundings: Surroundings, _ local: SobrietyWindowState
  ) -> Screen<SobrietyWindowAction> {
    let id = route.parameters["id"].flatMap { UUID(uuidString: $0) }
    let form = local.reflection ?? .init(id: id, day: surroundings.now.day.text)
    if form.isLoading { return sheet(route, "Reflection", local, [.skeleton("Loading your reflection")]) }
    let complaints = form.isTried ? complaints(of: form, surroundings.now) : (nil, nil)
    var nodes: [SobrietyNode] = []
    if form.isBehind {
      nodes.append(
        .notice(
          "This reflection was changed or deleted elsewhere since you opened it. What you typed is still here. Saving keeps "
            + "it as a reflection of its own.", id: "behind", tone: .warning, icon: .warning))
    }
    if form.id == nil {
      nodes.append(
        .note(ReflectionQuestion.of(surroundings.now.day), icon: .lightbulb, id: "question"))
    }
    nodes += [
      .field(
        "Your words", id: "body", holds: form.body, draft: { .typeReflection($0) }, commit: { .typeReflection($0) }
      ) {
        $0.isMultiline = true
        $0.isRequired = true
        $0.purpose = .notes
        $0.longest = Reflection.longestBody + 100
        $0.invalid = complaints.1
      },
      .field(
        "Day", id: "day", holds: form.day, role: .datefield, draft: { .typeReflectionDay($0) },
        commit: { .typeReflectionDay($0) }
      ) { $0.invalid = complaints.0?.sentence(of: "reflection") },
      form.isSaving
        ? .progress("Saving") : .button("Save", icon: .save, isProminent: true, does: .saveReflection),
    ]
    if form.isDirty, !form.isSaving {
      nodes.append(
        .button(form.opened == nil ? "Discard draft" : "Discard changes", icon: .undo, does: .discardReflection))
    }
    if let opened = form.opened, !form.isSaving {
      nodes.append(.button("Delete reflection", icon: .remove, does: .deleteReflection(opened.record.id.uuid)))
    }
    return sheet(route, "Reflection", local, nodes)
  }

  func noteSheet(
    _ route: Route, _ surroundings: Surroundings, _ local: SobrietyWindowState
  ) -> Screen<SobrietyWindowAction> {
    let id = route.parameters["id"].flatMap { UUID(uuidString: $0) }
    guard let id, let kept = milestone(ID(id)) else {
      return sheet(
        route, "Milestone note", local,
        [
          reading == .done
            ? .text("Open a milestone in the timeline to write a note about it.", id: "none") : .skeleton("Loading"),
          .link("Timeline", to: SobrietyPlaces.timeline, icon: .list),
        ])
    }
    return sheet(
      route, "Milestone note", local,
      found(.note(id), local, surroundings) + [
        .text("\(kept.record.title), reached on \(kept.record.reachedOn.long).", id: "milestone"),
        .field(
          "Note", id: "text", holds: local.forms[.note(id)]?.values[.note] ?? kept.record.note ?? "",
          draft: { .typeNote($0) },
          commit: { .typeNote($0) }
        ) {
          $0.isMultiline = true
          $0.purpose = .notes
          $0.longest = MilestoneRecord.longestNote
        },
        .button("Save", icon: .save, isProminent: true, does: .saveNote),
      ])
  }

  func planScreen(
    _ route: Route, _ surroundings: Surroundings, _ local: SobrietyWindowState
  ) -> Screen<SobrietyWindowAction> {
    let form = planForm(local, surroundings.now)
    let locale = planLocale(local, surroundings.now)
    let amount = local.isPlanTried ? typedAmount(form, locale).failure?.sentence : nil
    let regions = offer.crisis.regions.map { (id: $0.id, title: $0.title) } + [(CrisisCard.elsewhere, "Elsewhere")]
    return Screen(
      route, title: "Milestones and money",
      nodes: [.heading("Milestones and money", level: 1)] + problem(local) + found(.plan, local, surroundings) + [
        .section(
          "Milestones", id: "milestones",
          [
            .choice(
              "Programme", id: "programme", offer.programmes.map { (id: $0.id, title: $0.title) },
              selected: form.programme
            ) { .fillPlan(.programme, $0) }
          ]),
        .section(
          "Money", id: "money",
          [
            .text("What you used to spend on a day. From it the amount that you saved is estimated.", id: "about"),
            .number(
              "Amount a day", id: "amount", holds: form.amount, in: NumberNotation(locale: locale),
              draft: { .fillPlan(.amount, $0) }, commit: { .fillPlan(.amount, $0) }
            ) {
              $0.invalid = amount
              $0.purpose = .amount
              $0.example = "7.5"
            },
            .choice(
              "Currency", id: "currency", SobrietyState.currencies.map { (id: $0, title: $0) },
              selected: form.currency, isFolded: true
            ) { .fillPlan(.currency, $0) },
          ]),
        .section(
          "Help now", id: "help",
          [
            .text("Somebody whom you want to call first. It stands on top of the help page.", id: "about"),
            .field(
              "Who to call", id: "contact", holds: form.contactName, draft: { .fillPlan(.contactName, $0) },
              commit: { .fillPlan(.contactName, $0) }
            ) {
              $0.longest = SobrietyPlan.longestName
              $0.example = "Noor"
            },
            .field(
              "Telephone number", id: "phone", holds: form.contactPhone, draft: { .fillPlan(.contactPhone, $0) },
              commit: { .fillPlan(.contactPhone, $0) }
            ) {
              $0.longest = SobrietyPlan.longestPhone
              $0.purpose = .phone
              $0.example = "+44 20 7946 0000"
              $0.invalid = local.isPlanTried ? phoneComplaint(form) : nil
            },
            .choice("Numbers for", id: "region", regions, selected: form.region, isFolded: true) {
              .fillPlan(.region, $0)
            },
          ]),
        .button("Save", icon: .save, isProminent: true, does: .savePlan),
      ], dialog: local.forms.question?.dialog { .form($0) })
  }
}

extension Result {
  var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
}

extension SobrietyDateProblem {
  /// The sentence for the day of another thing than the sober date.
  func sentence(of thing: String) -> String { self == .future ? "The \(thing) cannot be in the future." : sentence }
}
