// The version number of all of this, in one place: the package with its libraries, the language,
// the command, the C interface, the Python package and the files for editors take it from here.

/// What is released.
public enum Release {
  /// The version of the whole; the tests hold to it whatever else names one.
  public static let version = "0.1.0"
}
