import Statistics
import Testing

@Suite("Ranks and correlations") struct CorrelationTests {
  @Test("Equal numbers share the mean of their ranks, and NaN has no rank")
  func ranked() {
    #expect(ranks(of: [3, 1, 4, 1, 5]) == [3, 1.5, 4, 1.5, 5])
    #expect(ranks(of: [7, 7, 7]) == [2, 2, 2])
    #expect(ranks(of: []) == [])
    let holed = ranks(of: [2, .nan, 1, .infinity])
    #expect(holed[0] == 2 && holed[1].isNaN && holed[2] == 1 && holed[3] == 3)
  }

  @Test("Pearson and Spearman agree with scipy and with manual results")
  func known() throws {
    // 8 pairs with ties on both sides, computed with scipy 1.17.
    let left: [Double] = [1, 2, 2, 4, 5, 7, 7, 9]
    let right: [Double] = [2, 1, 3, 5, 4, 4, 8, 6]
    #expect(abs(try #require(pearson(left, right)) - 0.787_397_149_744_668_5) < 1e-12)
    #expect(abs(try #require(spearman(left, right)) - 0.818_196_844_891_796_8) < 1e-12)
    // By hand: of the order 1 2 3 4 5 against 2 1 4 3 5, rho is 1 - 6 * 4 / (5 * 24).
    #expect(abs(try #require(spearman([1, 2, 3, 4, 5], [20, 10, 40, 30, 50])) - 0.8) < 1e-12)
    #expect(spearman([1, 2, 3, 4], [1, 8, 27, 64]) == 1)
    #expect(spearman([1, 2, 3, 4], [9, 7, 5, 3]) == -1)
  }

  @Test("Constant lists, fewer than three pairs, different lengths and non-finite numbers have no correlation")
  func none() {
    #expect(pearson([1, 1, 1], [1, 2, 3]) == nil)
    #expect(pearson([0.1, 0.1, 0.1, 0.1], [1, 2, 3, 4]) == nil)
    #expect(pearson([1, 2], [1, 2]) == nil)
    #expect(pearson([1, 2, 3], [1, 2]) == nil)
    #expect(pearson([1, .nan, 3], [1, 2, 3]) == nil)
    #expect(spearman([1, .infinity, 3], [1, 2, 3]) == nil)
    #expect(spearman([], []) == nil)
    #expect(pearson([1e308, -1e308, 1e308], [1, 2, 3]) == nil)
  }

  @Test("A line is the least-squares fit, and nil for one point, equal x or NaN")
  func line() throws {
    let line = try #require(Line(through: [(1, 2), (2, 1), (2, 3), (4, 5), (5, 4), (7, 4), (7, 8), (9, 6)]))
    #expect(abs(line.slope - 0.611_231_101_511_879_1) < 1e-12 && abs(line.intercept - 1.298_056_155_507_559_2) < 1e-12)
    #expect(abs(line.at(10) - 7.410_367_170_626_35) < 1e-9)
    #expect(Line(through: [(1, 2), (1, 3)]) == nil)
    #expect(Line(through: [(1, 2)]) == nil)
    #expect(Line(through: [(1, 2), (.nan, 3)]) == nil)
  }
}
