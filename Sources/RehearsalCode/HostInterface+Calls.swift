// How code calls the functions of a host.

import RehearsalInterface

extension HostInterface {
  /// How a function of the host is called: by asking, or as one after those of the library.
  package func call(of number: Int) -> (operation: Operation, operand: Int) {
    functions[number].body == nil
      ? (.callHost, number) : (.callLibrary, LibraryFunction.count + number)
  }

  /// The function of the host that an operand of `callLibrary` stands for; nil for one of the
  /// library's, and for one that there is not.
  package func function(ofLibraryCall operand: Int) -> HostFunction? {
    let number = operand - LibraryFunction.count
    guard functions.indices.contains(number), functions[number].body != nil else { return nil }
    return functions[number]
  }
}
