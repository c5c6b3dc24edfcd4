internal import Health

/// A dish that the demonstration person eats, per ordinary portion.
struct Dish: Sendable {
  let name: String
  let calories: Double
  let protein: Double
  let carbohydrate: Double
  let fat: Double
  let fibre: Double

  private init(
    _ name: String, _ calories: Double, _ protein: Double, _ carbohydrate: Double, _ fat: Double, _ fibre: Double
  ) {
    (self.name, self.calories, self.protein) = (name, calories, protein)
    (self.carbohydrate, self.fat, self.fibre) = (carbohydrate, fat, fibre)
  }

  static func dishes(_ course: Meal.Course, isIll: Bool) -> [Dish] {
    if isIll { return light }
    return switch course {
    case .breakfast: breakfasts
    case .lunch: lunches
    case .dinner: dinners
    case .snack, .drink: snacks
    }
  }

  private static let breakfasts = [
    Dish("Porridge with banana and milk", 390, 14, 66, 8, 9),
    Dish("Two slices of toast with cheese", 360, 17, 32, 18, 3.5),
    Dish("Yogurt with muesli and berries", 340, 15, 48, 9, 6.5),
    Dish("Scrambled eggs on rye bread", 410, 23, 30, 21, 4),
    Dish("Bread with peanut butter and apple", 420, 14, 50, 18, 8), Dish("Muesli with milk", 370, 13, 60, 8, 7),
  ]
  private static let lunches = [
    Dish("Lentil soup and bread", 480, 24, 70, 10, 14), Dish("Chicken salad with bread", 520, 36, 38, 23, 5),
    Dish("Cheese sandwich and an apple", 540, 22, 62, 22, 8), Dish("Pasta with tomato sauce", 610, 20, 102, 13, 8),
    Dish("Rice with vegetables and tofu", 560, 24, 78, 16, 7), Dish("Falafel wrap", 640, 22, 76, 27, 12),
    Dish("Baked potato with quark and salad", 470, 21, 72, 9, 9), Dish("Tuna salad with beans", 500, 38, 40, 19, 10),
  ]
  private static let dinners = [
    Dish("Salmon with potatoes and broccoli", 690, 42, 55, 31, 9),
    Dish("Vegetable curry with rice", 620, 18, 92, 19, 9),
    Dish("Spaghetti bolognese", 720, 36, 88, 24, 8), Dish("Omelette with vegetables and bread", 560, 31, 36, 31, 5),
    Dish("Pizza with vegetables", 840, 34, 98, 34, 7), Dish("Chicken with couscous and peppers", 650, 44, 68, 20, 7),
    Dish("Chilli with beans and rice", 680, 32, 92, 18, 14),
    Dish("Bread, cheese and a tomato salad", 580, 26, 50, 30, 6),
    Dish("Lentil stew with carrots", 540, 28, 74, 13, 15), Dish("Stir-fried noodles with tofu", 610, 27, 80, 19, 6),
  ]
  private static let snacks = [
    Dish("Apple", 80, 0.4, 19, 0.3, 3.5), Dish("A handful of almonds", 175, 6, 6, 15, 3.8),
    Dish("Banana", 105, 1.3, 27, 0.4, 3),
    Dish("Yogurt", 120, 8, 12, 4, 0), Dish("Two squares of chocolate", 110, 1.5, 12, 6, 1.5),
    Dish("Carrots and hummus", 150, 5, 15, 8, 5),
    Dish("A slice of cake", 320, 5, 42, 15, 1),
  ]
  private static let light = [
    Dish("Clear soup with rice", 210, 7, 36, 4, 0.8), Dish("Dry toast and tea", 160, 5, 30, 2, 2),
    Dish("Banana", 105, 1.3, 27, 0.4, 3),
    Dish("Chicken broth with noodles", 250, 15, 32, 6, 1.5),
  ]
}
