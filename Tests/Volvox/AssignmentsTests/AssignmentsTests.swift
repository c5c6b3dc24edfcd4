import Audit
import FeatureTesting
import Forms
import Foundation
import Interface
import Kernel
import Storage
import Testing

@testable import Assignments

@Suite("Tasks of a sponsor") struct AssignmentsTests {
  private let give = AssignmentsPlaces.give(AssignmentsBench.connection)

  private func gives(_ bench: AssignmentsBench, _ text: String, due day: String = "") async {
    await bench.do(.typeText(AssignmentsBench.connection, text))
    await bench.do(.typeDay(AssignmentsBench.connection, day))
    await bench.tap("Give task", at: give)
  }

  @Test("a sponsor gives a task with a day; only its ciphertext is stored, and the sheet closes")
  func giving() async throws {
    let ben = try await AssignmentsBench(AssignmentsBench.ben)
    await gives(ben, "Write down\nthree things", due: "2026-11-25")
    #expect(ben.rows("given") == ["Write down (Anna, due on 25 November 2026)"])
    #expect(ben.toasts == ["Task given to Anna."])
    #expect(ben.events.contains(.finished([give])))
    let only = try #require(try await ben.stored().first)
    #expect(only.giver == AssignmentsBench.ben && only.doer == AssignmentsBench.anna && only.doneAt == nil)
    #expect(only.body == AssignmentsBench.sealed("Write down\nthree things", TaskTextPlace(textOf: only)))
    #expect(try await ben.store.outbox.changes().map(\.collection) == ["sponsor_tasks"])
    #expect(ben.nodes(give).node(labelled: "Task for Anna")?.value == "", "the form is empty again")
    #expect(ben.sees("three things", at: AssignmentsPlaces.task(only.id.uuid)))
  }

  @Test(
    "a text or a day that cannot be saved is said, and nothing typed is lost",
    arguments: [
      (" \n", "", "Write the task first.", ""),
      (String(repeating: "x", count: 1_001), "", "This has 1001 characters; the limit is 1000. Make it shorter.", ""),
      ("Read", "someday", "", "Enter a day, or leave this empty."),
      ("Read", "2026-02-30", "", "Enter a day, or leave this empty."),
      ("Read", "2026-11-21", "", "Choose today or a later day."),
      ("Read", "2029-01-01", "", "Choose a day within a year."),
    ])
  func refused(text: String, day: String, complaint: String, dayComplaint: String) async throws {
    let ben = try await AssignmentsBench(AssignmentsBench.ben)
    await gives(ben, text, due: day)
    let (field, date) = (ben.nodes(give).node(labelled: "Task for Anna"), ben.nodes(give).node(labelled: "Due day"))
    #expect(field?.state.invalid ?? "" == complaint && date?.state.invalid ?? "" == dayComplaint)
    #expect(field?.value == text && date?.value == day)
    #expect(try await ben.stored().isEmpty)
    await gives(ben, String(repeating: "😀", count: 1_000))
    #expect(try await ben.stored().count == 1)
  }

  @Test("a sponsee sees it, marks it as done with a note, and once only; the sponsor reads the note")
  func finishing() async throws {
    let anna = try await AssignmentsBench()
    let task = AssignmentsBench.task("Call me tonight", due: "2026-11-22")
    try await anna.take([task, AssignmentsBench.task("Read", given: 90)])
    #expect(anna.rows("to-do") == ["Call me tonight (From Ben, due today)", "Read (From Ben)"])
    let summary: Node<AssignmentsWindowAction>? = anna.state.summary(anna.surroundings)
    #expect(summary?.all.contains { $0.label == "Call me tonight" } == true)
    let sheet = AssignmentsPlaces.finish(task.id.uuid)
    await anna.do(.typeNote(task.id, "It went well"))
    await anna.tap("Mark as done", at: sheet)
    #expect(anna.rows("to-do") == ["Read (From Ben)"] && anna.toasts == ["Task done."])
    #expect(anna.rows("done") == ["Call me tonight (From Ben, done on 22 November 2026)"])
    let stored = try #require(try await anna.stored().first { $0.id == task.id })
    #expect(stored.note == AssignmentsBench.sealed("It went well", TaskTextPlace(noteOf: task)))
    #expect(stored.doneAt == anna.clock.now.date)
    #expect(anna.sees("This task is done.", at: sheet))
    await anna.do(.finish(task.id))
    #expect(try await anna.stored().first { $0.id == task.id } == stored)
    let ben = try await AssignmentsBench(AssignmentsBench.ben)
    try await ben.take([stored])
    #expect(ben.rows("done") == ["Call me tonight (Anna, done on 22 November 2026)"])
    #expect(ben.sees("It went well", at: AssignmentsPlaces.task(task.id.uuid)))
    #expect(
      !ben.nodes(sheet).contains { $0.label == "Mark as done" && $0.role == .button }, "it is not the sponsor's to do")
  }

  @Test("a day that has passed is said without blame, and the next due stands first")
  func order() async throws {
    let anna = try await AssignmentsBench()
    try await anna.take([
      AssignmentsBench.task("No day"), AssignmentsBench.task("Later", due: "2026-12-01"),
      AssignmentsBench.task("Late", due: "2026-11-20"), AssignmentsBench.task("Tomorrow", due: "2026-11-23"),
    ])
    #expect(anna.state.toDo.map(\.text.words) == ["Late", "Tomorrow", "Later", "No day"])
    let late = anna.nodes().first { $0.role == .listitem && $0.label == "Late" }
    #expect(late?.all.contains { $0.label == "Past its day" } == true)
    let summary: Node<AssignmentsWindowAction>? = anna.state.summary(anna.surroundings)
    #expect(summary?.all.filter { $0.role == .listitem }.map(\.label) == ["Late", "Tomorrow", "Later"])
    #expect(summary?.all.contains { $0.label == "All 4 tasks" } == true)
  }

  @Test("tasks end with the connection, and are not shown while the other is blocked")
  func ended() async throws {
    let anna = try await AssignmentsBench()
    let task = AssignmentsBench.task("Read")
    try await anna.take([task])
    for people in [[anna.partner(isActive: false)], []] {
      await anna.send(.correspondents(people))
      #expect(anna.state.toDo.isEmpty && anna.sees("No tasks yet.", at: AssignmentsPlaces.home))
      #expect(anna.sees("Choose a task.", at: AssignmentsPlaces.task(task.id.uuid)))
      await anna.do(.finish(task.id))
      #expect(try await anna.stored() == [task])
    }
    await anna.send(.correspondents([anna.partner()]))
    #expect(anna.state.toDo.count == 1)
    await anna.send(.session(nil))
    #expect(anna.state.toDo.isEmpty && anna.sees("Sign in to see your tasks.", at: AssignmentsPlaces.home))
  }

  @Test("without a key no task can be given, which is said; it opens when the keys arrive")
  func keys() async throws {
    let ben = try await AssignmentsBench(AssignmentsBench.ben, keys: false)
    let button = ben.nodes(give).node(labelled: "Give task")
    #expect(button?.state.isDisabled == true)
    #expect(button?.hint == "Tasks are sealed like messages, and a key is missing. Look under Messages.")
    try await ben.take([AssignmentsBench.task("Read")])
    #expect(ben.rows("given") == ["The key of this text has not arrived yet. (Anna)"])
    ben.hasKeys.withLock { $0 = true }
    await ben.send(.keys(of: AssignmentsBench.ben, [AssignmentsBench.anna]))
    #expect(ben.rows("given") == ["Read (Anna)"])
    // It goes again between the opening of the sheet and the tap.
    ben.hasKeys.withLock { $0 = false }
    await gives(ben, "Write")
    #expect(ben.sees("This was not saved: a key for sealing it is missing.", at: give))
    #expect(ben.nodes(give).node(labelled: "Task for Anna")?.value == "Write")
    #expect(try await ben.stored().count == 1)
  }

  @Test("a sponsor withdraws an open task after a question; one that was exchanged on the server is said to be damaged")
  func withdrawing() async throws {
    let ben = try await AssignmentsBench(AssignmentsBench.ben)
    let (one, other) = (AssignmentsBench.task("One"), AssignmentsBench.task("Two"))
    var swapped = SponsorTask(
      id: other.id, connection: other.connection, giver: other.giver, doer: other.doer, body: one.body,
      givenAt: other.givenAt)
    swapped.note = one.body
    try await ben.take([one, swapped])
    #expect(ben.sees("This text was damaged or changed on the way", at: AssignmentsPlaces.task(other.id.uuid)))
    let page = AssignmentsPlaces.task(one.id.uuid)
    await ben.tap("Withdraw task", at: page)
    #expect(try await ben.stored().count == 2, "it is asked first")
    await ben.tap("Withdraw", at: page)
    #expect(try await ben.stored().map(\.id) == [other.id] && ben.toasts == ["Task withdrawn."])
    let anna = try await AssignmentsBench()
    try await anna.take([one])
    await anna.do(.withdraw(one.id))
    #expect(try await anna.stored().count == 1, "a sponsee withdraws nothing")
  }

  @Test("a change that the server refuses is said at its task")
  func notSent() async throws {
    let ben = try await AssignmentsBench(AssignmentsBench.ben)
    await gives(ben, "Read")
    let change = try #require(try await ben.store.outbox.claim().first)
    try await ben.store.outbox.setAside(change.op, reason: "The connection has ended.", wasRefused: true)
    await ben.do(.refresh)
    let task = AssignmentsPlaces.task(change.id)
    #expect(ben.nodes().contains { $0.label == "Not sent" })
    #expect(ben.sees("Not sent: The connection has ended.", at: task) && ben.events.contains(.syncAsked))
    #expect(ben.nodes(task).contains { $0.destination == Route(["settings", "sync"]) })
  }

  @Test("twenty done tasks are shown, and twenty more with each tap")
  func history() async throws {
    let anna = try await AssignmentsBench()
    try await anna.take((0..<45).map { AssignmentsBench.task("\($0)", done: Double($0) * 60) })
    #expect(anna.rows("done").count == 20 && anna.rows("done")[0].hasPrefix("0 ("))
    await anna.tap("Show earlier tasks", at: AssignmentsPlaces.home)
    #expect(anna.rows("done").count == 40)
    await anna.tap("Show earlier tasks", at: AssignmentsPlaces.home)
    #expect(anna.rows("done").count == 45 && anna.nodes().node(labelled: "Show earlier tasks") == nil)
  }

  @Test("every screen passes the audit, for both, with and without tasks and keys")
  func audit() async throws {
    let tasks = [
      AssignmentsBench.task("Read", due: "2026-11-20"),
      AssignmentsBench.task("Call", done: 600, note: "It went well"),
    ]
    for person in [AssignmentsBench.anna, AssignmentsBench.ben] {
      for keys in [true, false] {
        let bench = try await AssignmentsBench(person, keys: keys)
        for filled in [false, true] {
          if filled { try await bench.take(tasks) }
          await bench.do(.give(AssignmentsBench.connection))
          await bench.do(.askWithdraw(tasks[0].id))
          let routes =
            [AssignmentsPlaces.home, give, AssignmentsPlaces.task, AssignmentsPlaces.give, AssignmentsPlaces.finish]
            + tasks.flatMap { [AssignmentsPlaces.task($0.id.uuid), AssignmentsPlaces.finish($0.id.uuid)] }
          for route in routes {
            #expect(Audit.findings(of: bench.screen(route), theme: .plain) == [], "\(route)")
          }
        }
        await bench.send(.session(nil))
        #expect(Audit.findings(of: bench.screen(), theme: .plain) == [])
      }
    }
  }

  @Test(
    "a task and a note that are being typed survive a killed process, sealed, and go once they are saved or discarded")
  func drafts() async throws {
    let ben = try await AssignmentsBench(AssignmentsBench.ben)
    await ben.do(.appeared(give))
    await ben.do(.typeText(AssignmentsBench.connection, "Write down three things"))
    await ben.do(.typeDay(AssignmentsBench.connection, "2026-11-25"))
    let again = try await AssignmentsBench(AssignmentsBench.ben, over: ben)
    await again.do(.appeared(give))
    #expect(again.nodes(give).node(labelled: "Task for Anna")?.value == "Write down three things")
    #expect(again.nodes(give).node(labelled: "Due day")?.value == "2026-11-25")
    #expect(again.sees("Recovered from your draft.", at: give))
    #expect(Audit.findings(of: again.screen(give), theme: .plain) == [])
    #expect(try await again.store.outbox.changes().isEmpty, "a draft stays on the device")
    await again.tap("Give task", at: give)
    let last = try await AssignmentsBench(AssignmentsBench.ben, over: again)
    await last.do(.appeared(give))
    #expect(last.nodes(give).node(labelled: "Task for Anna")?.value == "")
    await last.do(.typeText(AssignmentsBench.connection, "Half a thought"))
    await last.do(.form(.discard(.give(AssignmentsBench.connection))))
    #expect(try await last.store.collection(FormDraft<TaskForm>.self, .local).count() == 0)
  }

  @Test("what one account typed is not shown to the next one")
  func accounts() async throws {
    let ben = try await AssignmentsBench(AssignmentsBench.ben)
    await ben.do(.typeText(AssignmentsBench.connection, "A word of Ben's"))
    await ben.send(.session(nil))
    await ben.send(.session(AssignmentsBench.ben))
    await ben.do(.appeared(give))
    #expect(ben.nodes(give).node(labelled: "Task for Anna")?.value == "")
  }
}
