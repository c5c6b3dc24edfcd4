/// The elements of a page with their places among their siblings.
struct CSSTree: Sendable {
  let nodes: [PageNode]
  private var before: [Int]
  private var places: [(child: Int, childFromEnd: Int, type: Int, typeFromEnd: Int)]

  init(_ nodes: [PageNode]) {
    self.nodes = nodes
    before = Array(repeating: -1, count: nodes.count)
    places = Array(repeating: (1, 1, 1, 1), count: nodes.count)
    for node in nodes where node.children.count > 1 {
      let elements = node.children.filter { nodes[$0].isElement }
      var types: [String: Int] = [:]
      for (index, child) in elements.enumerated() {
        before[child] = index > 0 ? elements[index - 1] : -1
        places[child].child = index + 1
        places[child].childFromEnd = elements.count - index
        types[nodes[child].name, default: 0] += 1
        places[child].type = types[nodes[child].name, default: 1]
      }
      for child in elements {
        places[child].typeFromEnd = types[nodes[child].name, default: 1] - places[child].type + 1
      }
    }
  }

  /// The sibling before an element.
  func previous(_ place: Int) -> Int? { before[place] >= 0 ? before[place] : nil }

  /// The number of an element among its siblings, from one.
  func index(of place: Int, ofType: Bool, fromEnd: Bool) -> Int {
    let it = places[place]
    return ofType ? (fromEnd ? it.typeFromEnd : it.type) : (fromEnd ? it.childFromEnd : it.child)
  }
}
