internal import Board

// General tips, shown where personal insights are not available.
extension InsightCard {
  static let generalTips = [
    InsightCard(
      id: "tip-walk", title: "A short walk counts",
      text: "Ten minutes on your feet after a meal is movement that fits into most days.", button: "Log a walk",
      route: Ways.log("workout"), priority: 3),
    InsightCard(
      id: "tip-water", title: "Keep water in sight",
      text: "A glass where you can see it is the simplest reminder to drink.", button: "Log water",
      route: Ways.log("water"), priority: 3),
    InsightCard(
      id: "tip-bedtime", title: "A steady bedtime",
      text: "Going to bed at about the same time makes nights easier to compare, and often calmer.",
      button: "Log your sleep", route: Ways.log("sleep"), priority: 3),
  ]
}
