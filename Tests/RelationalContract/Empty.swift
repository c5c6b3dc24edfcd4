extension RelationalContract {
  static let pushes: [Clause] = []
  static let pulls: [Clause] = []
}
