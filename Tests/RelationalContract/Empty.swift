extension RelationalContract {
  static let rules: [Clause] = []
  static let writes: [Clause] = []
  static let filters: [Clause] = []
  static let lists: [Clause] = []
  static let policies: [Clause] = []
  static let transitions: [Clause] = []
  static let changes: [Clause] = []
  static let sessions: [Clause] = []
  static let pushes: [Clause] = []
  static let pulls: [Clause] = []
}
