internal import FoundationEssentials
package import Interface
internal import Kernel
internal import Navigation

// Notifications of the product itself, which its own features plan.
extension Window {
  /// Sets the number of unread notifications on the bell.
  package func bell(_ count: Int) async { await navigation.send(.setNotifications(count)) }

  /// Shows a notification as a banner with its buttons, and tells the front end of it. Its link is signed as a server
  /// would.
  package func notify(
    _ name: String, _ title: String, _ body: String, icon: Icon, opens route: Route, buttons: [NotificationButton]
  ) async {
    let key = person.key
    let until = context.time.now().advanced(by: .seconds(7 * 86_400)).date
    // A notification without a link still says what there is to say.
    let link = try? Link.signed(product: person.product.id, route: route, until: until, by: key.signature)
    say(
      .notification(
        PushNotification(
          title: title, body: body, link: link?.text, name: name, actions: buttons.map(\.label), image: icon.rawValue)))
    await toasts.send(
      .add(
        Posted(
          toast: Toast("\(title): \(body)", tone: .accent),
          notification: Posted.Shown(name: name, icon: icon, buttons: buttons))))
  }

  func withdraw(_ names: Set<String>) async { await toasts.send(.withdraw(names)) }
}
