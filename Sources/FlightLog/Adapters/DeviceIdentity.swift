/// What a log says of the machine it was written on.
struct DeviceIdentity: Sendable {
    /// System and version.
    var os: String
    /// The model's name.
    var model: String
    /// Name of the time zone (IANA).
    var zone: String
}
