// The list of all benchmarks, which the harness asks for by this name. Each group stands in a file
// of its own, with the targets it is held against.

import Benchmark

let benchmarks: @Sendable () -> Void = {
  registerPrograms()
  registerConversions()
  registerStates()
  registerCompilation()
  registerEvents()
  registerDelegates()
  registerScenes()
  registerTimers()
  registerLives()
  registerWorlds()
  registerMemory()
}
