internal import Interface
public import Kernel
public import Mode

/// One chart: its time range, zoom, selected value and export.
public actor Charts: Feature {
  public let core: Core<ChartsState>
  public nonisolated let states: Current<ChartsState>
  public nonisolated let events: Broadcast<ChartsEvent>
  private let needs: ChartsNeeds
  private let log: Log

  public init(_ subject: ChartSubject, mode: Mode = .light, on context: FeatureContext, needs: ChartsNeeds) {
    let core = Core(ChartsState(subject, mode: mode), on: context)
    self.core = core
    states = core.states
    events = core.events
    self.needs = needs
    log = context.log.from("Charts")
  }

  /// Failures are logged by code alone: a value of a chart never reaches a log.
  public func perform(_ effect: ChartsEffect) async -> ChartsAction? {
    switch effect {
    case .load(let period):
      do throws(Problem) {
        return .loaded(try await needs.load(period), period)
      } catch {
        log.warning("A chart could not be loaded (\(code: error)).")
        return .notLoaded(error)
      }
    case .draw(let order):
      do throws(Problem) {
        return .drawn(ChartFile(of: order, try await needs.draw(order)))
      } catch {
        log.warning("A chart could not be exported (\(code: error)).")
        return .notDrawn(error)
      }
    case .hand(let file, let way):
      do throws(Problem) {
        try await needs.handOut(file.outgoing, way) { [weak self] outcome in await self?.answered(file, way, outcome) }
        return nil
      } catch {
        log.warning("An exported chart could not be handed out (\(code: error)).")
        return .answered(file, way, .failed(error))
      }
    }
  }

  private func answered(_ file: ChartFile, _ way: Delivery.Way, _ outcome: Delivery.Outcome) {
    if case .failed(let problem) = outcome {
      log.warning("An exported chart could not be saved or shared (\(code: problem)).")
    }
    send(.answered(file, way, outcome))
  }
}
