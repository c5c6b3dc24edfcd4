/// Journal texts of the demonstration person, by mood and circumstances of the day.
enum Pages {
  static func page(of mood: Double, isIll: Bool, isAway: Bool, isTrained: Bool) -> [String] {
    if isIll { return ill }
    if isAway { return away }
    if mood < 5 { return poor }
    return isTrained ? trained : mood > 7.2 ? good : plain
  }

  private static let good = [
    "Slept well and it showed: the morning was easy.", "A long walk with Noor after work. We talked about everything.",
    "Finished what I had put off for weeks. I should begin with such things.",
    "Cooked for friends. Nobody looked at a clock.",
    "The first warm evening on the balcony.", "A quiet day, and a good one.",
  ]
  private static let plain = [
    "Much to do, most of it done.", "Read two chapters and fell asleep over the third.",
    "Called my sister. She is moving in spring.",
    "Rain all day. Tea, and the book.", "Lunch outside for once; it helps to get away from the desk.",
    "Nothing special, and that was fine.", "Tidied the kitchen cupboards and found three kinds of lentils.",
  ]
  private static let poor = [
    "Too little sleep again. Everything took twice as long.", "Short-tempered in the meeting. I said sorry afterwards.",
    "Tired. To bed early tonight.", "Could not get going today. Tomorrow is another one.",
    "Lay awake from three. I will leave the telephone in the kitchen.",
  ]
  private static let trained = [
    "Did not feel like training and went anyway. Glad I did.", "The run was easier than last week.",
    "Legs heavy, head clear.", "New shoes. They are better than I am.",
  ]
  private static let ill = ["Fever. Slept, drank tea, slept.", "Still in bed. The soup from downstairs helped."]
  private static let away = [
    "Swam before breakfast.", "Walked up to the old tower. The whole coast lay below.",
    "Slept late, read all afternoon.",
    "Market in the morning: peaches, bread, olives.",
  ]
}
