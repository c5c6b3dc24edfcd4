package import Kernel
internal import Navigation
package import Shell

extension EventRoute {
  /// Shows a count on a tab, such as "3 unread messages", and nothing when it is zero.
  package static func badge(_ tab: String, counting count: Current<Int>, one: String, many: String) -> EventRoute {
    let counts = count.listen()
    return EventRoute { window in
      for await count in counts {
        await window()?.badge(tab, count == 0 ? nil : .count(count, count == 1 ? one : many))
      }
    }
  }
}
