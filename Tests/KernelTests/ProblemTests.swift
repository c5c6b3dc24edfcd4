import Covers
import Foundation
import Kernel
import Testing

@Suite("Problems: what happened, what is safe, what to do")
struct ProblemTests {
  private let problem = Problem(
    "offline", "The entry did not reach the server.", safe: "It is kept on this device.",
    remedy: "It goes out by itself.")

  @Test("The sentence has the parts in that order and omits missing ones")
  func sentence() {
    #expect(
      problem.sentence == "The entry did not reach the server. It is kept on this device. It goes out by itself.")
    #expect("\(problem)" == problem.sentence)
    #expect(Problem("x", "No.", remedy: "Try again.").sentence == "No. Try again.")
  }

  @Test("A problem survives a round trip through JSON, with and without a safe part")
  func codable() throws {
    for problem in [problem, Problem("x", "No.", remedy: "Try again.")] {
      let json = try JSONEncoder().encode(problem)
      #expect(try JSONDecoder().decode(Problem.self, from: json) == problem)
    }
  }
}
