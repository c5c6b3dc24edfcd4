import Covers
import Foundation
import Kernel
import Testing

@Suite("Problems: what happened, what is safe, what to do")
struct ProblemTests {
  private let problem = Problem(
    "offline", "The entry did not reach the server.", safe: "It is kept on this device.",
    remedy: "It goes out by itself.")

  @Test("The sentence says it in that order, and leaves out what there is not to say")
  func sentence() {
    #expect(
      problem.sentence == "The entry did not reach the server. It is kept on this device. It goes out by itself.")
    #expect("\(problem)" == problem.sentence)
    #expect(Problem("x", "No.", remedy: "Try again.").sentence == "No. Try again.")
  }

  @Test("It comes back from JSON, with and without what is safe")
  func codable() throws {
    for problem in [problem, Problem("x", "No.", remedy: "Try again.")] {
      let json = try JSONEncoder().encode(problem)
      #expect(try JSONDecoder().decode(Problem.self, from: json) == problem)
    }
  }
}
