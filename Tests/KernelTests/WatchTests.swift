import Kernel
import Testing

@Suite("Watch: one listener for several values") struct WatchTests {
  @Test("All changes since the last element arrive as one set of names")
  func names() async {
    let (letters, words) = (Current.Source("a"), Current.Source(0))
    var changes = Changes(Watch([("letters", letters.current.watched()), ("words", words.current.watched())]))
    words.publish(1)
    #expect(await changes.next() == ["words"])
    for word in 2...9 { words.publish(word) }
    letters.publish("b")
    #expect(await changes.next() == ["letters", "words"])
    letters.publish("c")
    #expect(await changes.next() == ["letters"])
  }

  @Test("tell() reports a change without a value, and values may share a name")
  func tells() async {
    let (one, other) = (Current.Source(0), Current.Source(0))
    let watch = Watch([(1, one.current.watched()), (1, other.current.watched())])
    var changes = Changes(watch)
    watch.tell(2)
    #expect(await changes.next() == [2])
    other.publish(1)
    #expect(await changes.next() == [1])
  }

  @Test("The sequence ends when its last value ends, and at once if it has no values or all have ended")
  func ends() async {
    var (one, other): (Current<Int>.Source?, Current<Int>.Source?) = (Current.Source(0), Current.Source(0))
    let values = [one, other].compactMap { $0?.current.watched() }
    let watch = Watch(values.enumerated().map { ($0, $1) })
    var changes = Changes(watch)
    one?.publish(1)
    one = nil
    #expect(await changes.next() == [0])
    other?.publish(1)
    other = nil
    // A change signalled before the end is delivered before it.
    #expect(await changes.next() == [1])
    #expect(await changes.next() == nil)
    for await _ in Watch(values.map { ("late", $0) }) {
      Issue.record("The watch delivered after both values had ended.")
    }
    for await _ in Watch<Int>([]) { Issue.record("An empty watch delivered.") }
  }

  @Test("Names are known until they are taken, in part or as a whole, and a signal without names is not delivered")
  func takes() async {
    let (one, other) = (Current.Source(0), Current.Source(0))
    let watch = Watch([("one", one.current.watched()), ("other", other.current.watched())])
    var signals = watch.makeAsyncIterator()
    one.publish(1)
    other.publish(1)
    #expect(await signals.next() != nil)
    #expect(watch.take { $0 == "one" } == ["one"])
    #expect(watch.take() == ["other"] && watch.take() == [])
    one.publish(2)
    #expect(watch.take() == ["one"])
    other.publish(2)
    #expect(await signals.next() != nil)
    #expect(watch.take() == ["other"])
  }

  @Test("A cancelled listener is removed from every value, and a watch retains no value")
  func goes() async throws {
    let (one, other) = (Current.Source(0), Current.Source(0))
    let changes = Task { [watch = Watch([(1, one.current.watched()), (2, other.current.watched())])] in
      for await _ in watch {}
    }
    #expect([one.current.listeners, other.current.listeners] == [1, 1])
    changes.cancel()
    await changes.value
    #expect([one.current.listeners, other.current.listeners] == [0, 0])

    var source: Current<Int>.Source? = Current.Source(0)
    weak let current = source?.current
    let watch = try Watch([(1, #require(current).watched())])
    source = nil
    #expect(current == nil)
    for await _ in watch { Issue.record("The watch delivered after its value was released.") }
  }

  @Test("The last change of every value is seen under concurrent publishing, in 2,000 rounds")
  func missesNothing() async throws {
    for round in 0..<2_000 {
      let values = 1 + round % 4
      var sources = (0..<values).map { _ in Current.Source(-1) }
      let currents = sources.map(\.current)
      let watch = Watch(currents.enumerated().map { ($0, $1.watched()) })
      let listening = Task {
        var seen = Array(repeating: -1, count: values)
        for await _ in watch { for one in watch.take() { seen[one] = currents[one].value } }
        return seen
      }
      let last = round % 7
      await withTaskGroup { group in
        for source in sources { group.addTask { for value in 0...last { source.publish(value) } } }
      }
      sources = []
      #expect(await listening.value == Array(repeating: last, count: values))
    }
  }
}
