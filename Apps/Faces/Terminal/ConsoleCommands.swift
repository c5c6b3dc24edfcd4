internal import Interface
internal import Kernel
internal import Shell

// What is typed, carried out in a window, and what the window reports.
extension Console {
  /// Handles a line on the front page.
  func choose(_ order: TypedOrder, _ line: String) async {
    if let product = frontPage.product(order) {
      do throws(Problem) { try await enter(product) } catch { say(error.sentence) }
      return
    }
    switch order {
    case .products, .again, .refresh: showFrontPage()
    case .help: say("Write the number or the name of a product to open it; q quits.")
    case .back: say("This is the first page. Write the number of a product, or q to quit.")
    default:
      let known = frontPage.products.map(\.name)
      if let meant = ConsoleWords.suggestion(for: line.trimmingSpaces, among: known) { return say(meant) }
      let names = known.joined(separator: ", ")
      say(
        "There is no “\(ConsoleWords.short(line.trimmingSpaces))” here. Write a number from 1 to \(frontPage.products.count), or one of "
          + "\(names); q quits.")
    }
  }

  func obey(_ order: TypedOrder, _ line: String, in open: Open) async {
    let choices = open.choices
    if await pressed(order) { return }
    switch order {
    case .words(let words) where words.lowercased().hasPrefix("say "): await hear(String(words.dropFirst(4)))
    case .words(let words) where words == "scan" || words.hasPrefix("scan "): scan(words.dropFirst(5))
    case .again: await perform(.screen, isShownAlways: true, fromTop: true)
    case .refresh: await perform(.refresh, isShownAlways: true)
    case .back: await perform(.back)
    case .lock: await perform(.lock)
    case .products: leaveProduct()
    case .help: for line in ConsoleWords.help(editsLines: surface().editsLines) { say(line) }
    case .search(let words): await search(words.onOneLine)
    case .number(let number, let words):
      guard let element = choices[number] ?? open.gone(number) else {
        say(ConsoleWords.noNumber(number, among: choices.onScreen))
        return
      }
      await choose(element, number, words)
    case .words(let words):
      let named = choices.elements.filter { $0.label.lowercased() == words.lowercased() }
      guard let first = named.first, named.count == 1, let number = choices.numbers[first.id] else {
        say(
          ConsoleWords.unknown(
            words, isAmbiguous: !named.isEmpty, numbers: choices.onScreen, names: choices.elements.map(\.label)))
        return
      }
      await choose(first, number, nil)
    case .quit: break
    }
  }

  /// Acts on the element that was last shown beside the number.
  func choose(_ element: Element, _ number: Int, _ words: String?) async {
    guard let window = open?.window else { return }
    let frame = window.frames.value
    switch Choices.standing(of: element, in: frame) {
    case .same: break
    case .gone:
      update(window)
      return say(ConsoleWords.gone(number, element.label))
    case .changed(let current):
      show(frame)
      return say(ConsoleWords.changed(number, current.label))
    }
    if words == nil, element.isPassword, surface().isInteractive {
      asked = element
      if !surface().editsLines { conceal(true) }
      return say("Write it, and Enter. It is not shown.")
    }
    let words = element.state.isMultiline ? words : words?.onOneLine
    switch ChoiceResult(element, number: number, words: words) {
    case .perform(let command): await perform(command)
    case .say(let sentence): say(sentence)
    }
  }

  // MARK: Commands

  func perform(_ command: Command, isShownAlways: Bool = false, fromTop: Bool = false) async {
    guard let open else { return }
    // A toast that was not printed and appears again counts as new.
    let before = open.window.frames.value
    do throws(Problem) {
      let frame = try await open.window.perform(command)
      await followVisit(in: open.window)
      if let saved = await saveOffers(to: open.window) {
        show(saved)
      } else if isShownAlways || frame != open.shown || before != open.shown {
        show(frame, fromTop: fromTop)
      } else if remarks.isEmpty, places.isEmpty {
        say("Nothing changed.")
      }
    } catch {
      say(error.sentence)
    }
  }

  /// Saves the files that were offered. Returns the frame afterwards; nil when there were none. The screen reports what
  /// failed.
  func saveOffers(to window: any AnyWindow) async -> Frame? {
    var frame: Frame?
    while !offers.isEmpty {
      let offer = offers.removeFirst()
      do throws(Problem) {
        let saved = try await window.save(offer.id, in: folder)
        frame = saved.frame
        places.append("Saved as \(saved.path)")
      } catch {
        frame = window.frames.value
      }
    }
    return frame
  }

  /// Saves files that were offered while no command was under way.
  func saveLate() async {
    guard let window = open?.window else { return }
    _ = await saveOffers(to: window)
    changed(window)
    guard !isBusy, !places.isEmpty else { return }
    tellRemarks()
    flush()
  }

  func search(_ words: String) async {
    guard let window = open?.window else { return }
    do throws(Problem) {
      let frame = try await window.perform(.open(Route(["search"])))
      let field = frame.inReach.first { $0.role == .searchbox && $0.actions.contains(.edit) }
      guard let field, frame.route.path == ["search"] else { return show(frame) }
      show(words.isEmpty && field.value ?? "" == "" ? frame : try await window.perform(.type(.id(field.id), words)))
    } catch {
      say(error.sentence)
    }
  }

  func enter(_ product: Product) async throws(Problem) {
    let known = windows[product.id]
    let window: any AnyWindow
    if let known { window = known } else { window = try await opening(product) }
    stopListening()
    // If the window's process has ended, the next attempt opens a new window.
    windows[product.id] = nil
    if known == nil { await tellReturn(to: window) }
    // A product that was open before continues where it was.
    let frame = try await window.perform(known == nil ? .arrive : .screen)
    windows[product.id] = window
    open = Open(product: product, window: window, shown: frame)
    // Listens before printing the frame, so that no later change is missed.
    let frames = window.frames.listen()
    let outlets = window.outlets.listen()
    show(frame)
    listening = [
      Task { [weak self] in for await _ in frames { await self?.changed(window) } },
      Task { [weak self] in await outlets.hear { news in await self?.heard(news, from: window) } },
    ]
  }

  func leaveProduct() {
    stopListening()
    open = nil
    showFrontPage()
  }

  func stopListening() {
    for task in listening { task.cancel() }
    listening = []
    saving?.cancel()
    (saving, offers) = (nil, [])
  }

  // MARK: Window events

  func changed(_ window: any AnyWindow) {
    guard !isBusy, open?.window === window else { return }
    update(window)
    flush()
  }

  /// Shows the current frame unless it is on screen.
  func update(_ window: any AnyWindow) {
    guard let open, open.window === window else { return }
    let frame = window.frames.value
    guard frame != open.shown else { return }
    let surface = surface()
    var faded = open.shown
    faded.toasts = []
    // Where screens follow one another, the disappearance of a toast is not printed.
    guard frame != faded || (surface.isInteractive && surface.acceptsEscapes) else { return }
    show(frame)
  }

  func heard(_ news: News<Outlet>, from window: any AnyWindow) {
    guard open?.window === window else { return }
    let feedback = window.frames.value.appearance.feedback
    if case .said(let outlet) = news, let cue = outlet.cue(under: feedback) { sound(cue) }
    switch news {
    case .said(.leave): remarks.append("This is the first screen; there is nothing before it. q quits.")
    case .said(.notification(let push)): remarks.append("Notification: \(push.title). \(push.body)")
    case .said(.problem(let problem)): remarks.append(problem.sentence)
    case .said(.photoAsked):
      remarks.append("A photo is asked for: write the number of its field and the path of a picture on this machine.")
    case .said(.browserAsked(let visit)): return self.visit(visit, from: window)
    case .said(.addressAsked(let address)): places.append("Open this address: \(address.address)")
    case .said(.fileOffered(let offer)):
      offers.append(offer)
      // Not within the news: a command waits until all news are heard.
      if !isBusy { saving = Task { [weak self] in await self?.saveLate() } }
      return
    // Announcements are for those who do not see the screen, unless the person wants captions.
    case .said(.announcement(let announcement)) where feedback.captions: remarks.append(announcement.text)
    // After a command the whole screen is printed.
    case .said(.changed(let announcement)) where feedback.captions && !isBusy: remarks.append(announcement.text)
    // Toasts are part of the screen, and a terminal can neither vibrate nor listen, nor has it a list of notifications.
    case .said(.toast), .said(.announcement), .said(.changed), .said(.haptic), .said(.speechAsked), .said(.withdrawn):
      return
    case .missed(let count): remarks.append("\(count) messages came too fast to be shown.")
    }
    guard !isBusy else { return }
    tellRemarks()
    flush()
  }
}

extension Console {
  /// Rings the terminal's bell, its only sound. What it says is on the screen too.
  private func sound(_ cue: Cue) {
    let surface = surface()
    guard !cue.pitches.isEmpty, surface.isInteractive, surface.acceptsEscapes else { return }
    write("\u{07}")
  }
}

extension Console.Open {
  /// The element that had the number on this screen; nil if none had.
  func gone(_ number: Int) -> Element? {
    numbering.name(of: number).map { Element(id: "", role: .group, label: $0) }
  }
}
