internal import FoundationEssentials
internal import Kernel

/// Formats an instant for mail: `Thu, 15 Jan 2026 12:00:00 +0000`.
enum MailDate {
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  static func text(_ date: Date) -> String {
    let parts = Moment(date).text.split { "-T:.Z".contains($0) }
    guard parts.count >= 6, let month = Int(parts[1]), months.indices.contains(month - 1) else { return "" }
    let day = Int((date.timeIntervalSince1970 / 86_400).rounded(.down))
    let name = days[(day % 7 + 7) % 7]
    return "\(name), \(parts[2]) \(months[month - 1]) \(parts[0]) \(parts[3]):\(parts[4]):\(parts[5]) +0000"
  }
}
