/// A function that needs the server, with the words for a user who tries it offline.
enum Restriction: String, CaseIterable {
  case voice, whatsApp, wearables, insights

  var sentence: String {
    switch self {
    case .voice: "Voice requires internet. Try again when online."
    case .whatsApp: "WhatsApp requires internet. Your conversation goes on when you are back online."
    case .wearables:
      "Wearables sync when you are online. What your device has recorded stays on it until then."
    case .insights:
      "New insights from what your other devices entered need internet. Those of this device are found here meanwhile."
    }
  }
}
