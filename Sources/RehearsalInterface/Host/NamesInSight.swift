// The names that code can use at a moment at which they have values: those of a session at its prompt, or at
// the stop of a debugger. Completion reads them.

/// Names that have values.
package protocol NamesInSight {
  /// The words of the host.
  var interface: HostInterface { get }
  /// The names of the apps.
  var appNames: [String] { get }
  /// The names of the functions at the top level.
  var functionNames: [String] { get }
  /// The variables with how their values print; of a name that occurs again the last counts.
  var variables: [(name: String, value: String)] { get }

  /// The parameters of a function at the top level, those that may be left out with `?`; nil if there
  /// is none of that name.
  func parameters(ofFunction name: String) -> [String]?
  /// The names of an app's variables, whether it runs or not; nil if there is no such app.
  func memberNames(ofApp name: String) -> [String]?
  /// The variables of an app's process with how their values print; nil if there is no such app.
  func variables(ofApp name: String) -> [(name: String, value: String)]?
  /// The keys of a place in which an app keeps something; nil if there is no such app or place.
  func keys(in place: String, ofApp name: String) -> [String]?
  /// What can follow the value with which an unfinished text ends, after a dot, and which symbols it can
  /// be; nil where nothing is known of it.
  func known(atEndOf text: String) -> (members: [String], symbols: [String])?
}
