/// The ranks of numbers, from 1; ties get the mean of their ranks. NaN has no rank and does not affect the others.
public func ranks(of numbers: [Double]) -> [Double] {
  let order = numbers.indices.filter { !numbers[$0].isNaN }.sorted { numbers[$0] < numbers[$1] }
  var ranks = [Double](repeating: .nan, count: numbers.count)
  var start = 0
  while start < order.count {
    var end = start
    while end + 1 < order.count, numbers[order[end + 1]] == numbers[order[start]] { end += 1 }
    for place in start...end { ranks[order[place]] = Double(start + end) / 2 + 1 }
    start = end + 1
  }
  return ranks
}
