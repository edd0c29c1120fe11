// What an app has asked about places; it outlives the process, because the system relaunches the
// app for it (R138).

/// The places that an app asked to be told of.
struct LocationMonitoring: Sendable {
  var monitorsSignificantChanges = false
  var monitorsVisits = false
  /// The regions, by name, in the order in which they were asked for.
  var regions: [String] = []
  /// Where the last significant change was told, and when; nil before the first.
  var lastChange: (place: Place, time: VirtualTime)?

  /// How many regions an app may ask for (R138).
  static var regionLimit: Int { 20 }
  /// How far a significant change is, in metres (R138).
  static var significantDistance: Double { 500 }
}

/// A place on the earth, in degrees.
public struct Place: Hashable, Sendable {
  /// Degrees north of the equator.
  package let latitude: Double
  /// Degrees east of Greenwich.
  package let longitude: Double

  /// Makes a place; degrees beyond the earth's are held at its ends.
  package init(latitude: Double, longitude: Double) {
    self.latitude = min(max(latitude, -90), 90)
    self.longitude = min(max(longitude, -180), 180)
  }

  /// The distance to another place in metres, exact enough for places of one region.
  ///
  /// The earth is taken as flat between them, with degrees of longitude as narrow as in their
  /// middle.
  func distance(to other: Place) -> Double {
    let metresOfDegree = 111_195.0
    let north = (other.latitude - latitude) * metresOfDegree
    var turn = (other.longitude - longitude).magnitude
    if turn > 180 { turn = 360 - turn }
    let east = turn * metresOfDegree * Self.cosine(ofDegrees: (latitude + other.latitude) / 2)
    return (north * north + east * east).squareRoot()
  }

  /// The place that lies some metres further north, or south where there is no more north.
  func moved(metres: Double) -> Place {
    let degrees = metres / 111_195
    return Place(
      latitude: latitude + degrees > 90 ? latitude - degrees : latitude + degrees,
      longitude: longitude)
  }

  /// The cosine of an angle between -90 and 90 degrees, by its series; the error is below 1e-6.
  private static func cosine(ofDegrees degrees: Double) -> Double {
    let angle = degrees * .pi / 180
    let square = angle * angle
    var term = 1.0
    var sum = 1.0
    for index in stride(from: 1.0, through: 11, by: 2) {
      term *= -square / (index * (index + 1))
      sum += term
    }
    return max(0, sum)
  }
}
