internal import Activities
internal import Days
internal import Interface
internal import Kernel
internal import Platform
internal import Storage
internal import TrainingPlan

// The transitions of changes to a plan under way, and of files.
extension TrainingState {
  /// The longest time without running that a plan is mended for.
  static let mostDays = 60

  mutating func open(_ kind: ChangeKind, _ route: Route, in window: WindowID, _ now: Moment) {
    var revising = TrainingWindowState.Revising(kind: kind, route: route)
    if kind == .race, let day = TrainingPlaces.day(route) { revising.race = day.text }
    revising.missed = missedDays(on: now.day).last
    windows[window].revising = revising
    tryOut(in: window, now)
  }

  mutating func revise(_ step: TrainingWindowAction.RevisionStep, in window: WindowID, _ now: Moment) {
    guard windows[window].revising != nil else { return }
    switch step {
    case .days(let days): windows[window].revising?.days = min(max(1, days), TrainingState.mostDays)
    case .missed(let number):
      let day = CalendarDay(number: number)
      guard missedDays(on: now.day).contains(day) else { return }
      windows[window].revising?.missed = day
    case .race(let text): windows[window].revising?.race = String(text.prefix(16))
    }
    tryOut(in: window, now)
  }

  /// The days of the last week, up to today, whose planned run is not marked. The race is not among them.
  func missedDays(on today: CalendarDay) -> [CalendarDay] {
    guard let course else { return [] }
    let done = Set(runs.lazy.map(\.record).filter(\.activity.isRunning).map(\.day))
    return course.plan.runs.filter {
      $0.day <= today && $0.day > today.following(-7) && $0.kind != .race && !done.contains($0.day)
    }.map(\.day)
  }

  /// The first day that can still be changed: tomorrow if today's run is done.
  func firstFree(_ today: CalendarDay) -> CalendarDay {
    runs.contains { $0.record.day == today && $0.record.activity.isRunning } ? today.following(1) : today
  }

  /// Tries the change of a window out on the plan.
  private mutating func tryOut(in window: WindowID, _ now: Moment) {
    guard var revising = windows[window].revising, let course else { return }
    let first = firstFree(now.day)
    revising.outcome = .open
    switch revising.kind {
    case .ill: revising.change = .ill(from: first, days: revising.days)
    case .travelling: revising.change = .travelling(from: first, days: revising.days)
    case .missed: revising.change = revising.missed.map { .missed($0) }
    case .race: revising.change = raceMove(revising, now)
    }
    if let change = revising.change {
      do throws(Problem) {
        revising.outcome = .revised(try PlanRevision(of: course.plan, after: change, from: first))
      } catch {
        revising.outcome = .refused(error)
      }
    } else if revising.kind == .race, !revising.race.isEmpty {
      revising.outcome = .refused(
        Problem(
          "bad-day", "“\(revising.race)” is no day after today.", remedy: "Enter it as \(now.day.following(90).text)."))
    }
    windows[window].revising = revising
  }

  private func raceMove(_ revising: TrainingWindowState.Revising, _ now: Moment) -> PlanChange? {
    guard let day = CalendarDay(revising.race), day > now.day else { return nil }
    return .raceMoved(to: day, known: now.day)
  }

  func approveRevision(in window: WindowID, _ now: Moment) -> Steps {
    guard let course, let revising = windows[window].revising, let change = revising.change,
      case .revised(let revision) = revising.outcome, !revision.differences.isEmpty,
      nextFree(revising.kind, on: now.day) == nil
    else { return [] }
    let accepted = course.kept.record.acceptedChanges + [AcceptedChange(change, from: firstFree(now.day))]
    guard accepted.count <= KeptPlan.mostChanges else {
      return [.tell(.told(Toast("This plan was changed very often. Make a new one.", tone: .warning)), window)]
    }
    let order = PlanOrder(plan: course.kept.record.changed(accepted), over: course.kept.version)
    return [.run(.decide([order], deleting: [], .changed, in: window), .inOrder("keep"))]
  }

  /// Takes the last accepted change back.
  func undoRevision(in window: WindowID) -> Steps {
    guard let course, !course.kept.record.acceptedChanges.isEmpty else { return [] }
    let before = Array(course.kept.record.acceptedChanges.dropLast())
    let order = PlanOrder(plan: course.kept.record.changed(before), over: course.kept.version)
    return [.run(.decide([order], deleting: [], .changeTakenBack, in: window), .inOrder("keep"))]
  }

  // MARK: Files

  mutating func exportCalendar(in window: WindowID, _ now: Moment) -> Steps {
    guard let course, !windows[window].isExporting else { return [] }
    let calendar = PlanCalendar(
      plan: course.plan, id: course.kept.record.id.description, words: RunWords(now), made: now)
    return handOut(
      OutgoingFile(
        FileName("training-plan.ics"), type: "text/calendar", Array(calendar.text(from: now.day).utf8)), in: window)
  }

  mutating func exportWorkout(_ day: CalendarDay, in window: WindowID, _ now: Moment) -> Steps {
    guard let run = course?.run(on: day), !windows[window].isExporting else { return [] }
    let workout = FITWorkout(run, words: RunWords(now), made: now)
    return handOut(
      OutgoingFile(FileName("\(day.text)-\(run.kind.rawValue).fit"), type: "application/vnd.ant.fit", workout.bytes),
      in: window)
  }

  private mutating func handOut(_ file: OutgoingFile, in window: WindowID) -> Steps {
    windows[window].isExporting = true
    return [.run(.handOut(file, in: window), .latest("export", of: window))]
  }

  mutating func handedOut(_ outcome: Delivery.Outcome, in window: WindowID) -> Steps {
    windows[window].isExporting = false
    return [.tell(.told(outcome.toast), window)]
  }
}
