internal import Interface
internal import Kernel
internal import Shell

// Visits to pages in the person's own browser, and the return from them.
extension Console {
  /// A visit under way.
  struct Visiting {
    let window: any AnyWindow
    let task: Task<Void, Never>
  }

  /// Tells a new window the address to which the browser returns. Without a free port it opens no pages.
  func tellReturn(to window: any AnyWindow) async {
    guard opensPages else { return }
    do throws(Problem) {
      let known = browserReturn
      let place = if let known { known } else { try await BrowserReturn() }
      browserReturn = place
      try await window.perform(.browses(returningTo: place.callback))
    } catch {
      remarks.append(error.sentence)
    }
  }

  /// Begins a visit, which supersedes an older one.
  func visit(_ visit: BrowserVisit, from window: any AnyWindow) {
    guard let place = browserReturn else {
      places.append("Open this page in a browser: \(visit.address)")
      return
    }
    let older = visiting?.task
    older?.cancel()
    // Not within the news: a command waits until all news are heard.
    let task = Task { [weak self] in
      await older?.value
      guard !Task.isCancelled else { return }
      await self?.wait(for: visit, at: place, window)
    }
    visiting = Visiting(window: window, task: task)
  }

  private func wait(for visit: BrowserVisit, at place: BrowserReturn, _ window: any AnyWindow) async {
    var answer = BrowserAnswer.failed
    do throws(Problem) {
      answer = try await place.answer(to: visit) { await self.tell(page: visit.address) }
    } catch {
      // Another program has taken the port. The next visit returns to another one.
      browserReturn = nil
      await tellReturn(to: window)
    }
    guard !Task.isCancelled else { return }
    visiting = nil
    do throws(Problem) {
      let frame = try await window.perform(.browsed(answer))
      if open?.window === window, !isBusy { show(frame) }
    } catch {
      remarks.append(error.sentence)
    }
    guard !isBusy else { return }
    tellRemarks()
    flush()
  }

  private func tell(page address: String) {
    guard !Task.isCancelled else { return }
    places.append("Open this page in a browser: \(address)")
    guard !isBusy else { return }
    tellRemarks()
    flush()
  }

  /// Stops listening if the command has ended the visit, as a button that cancels it does.
  func followVisit(in window: any AnyWindow) async {
    guard let visiting, visiting.window === window, let own = window as? Window, await own.visit == nil else { return }
    visiting.task.cancel()
    self.visiting = nil
  }

  /// Ends the visit and returns when nothing listens any more.
  func endVisit() async {
    let task = visiting?.task
    visiting = nil
    task?.cancel()
    await task?.value
  }
}
