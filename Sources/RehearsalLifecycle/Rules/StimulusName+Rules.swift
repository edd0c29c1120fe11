// What the rule book says of each thing that the user, the system or the world does: the rules
// that people want to read who ask for help with it. What follows from a stimulus in a run stands
// in the records; this table is for looking things up, and a test holds it against them.

extension StimulusName {
  /// The rules that speak of the stimulus, the most telling first; empty where none does.
  package var rules: [RuleNumber] {
    switch self {
    case .launch: [.R011, .R013, .R005, .R006, .R067, .R068, .R109]
    case .press: [.R054, .R049, .R047, .R056, .R060]
    case .unlock: [.R067, .R035, .R132]
    case .touch: [.R003]
    case .forceQuit: [.R077, .R078, .R034, .R027]
    case .interrupt: [.R037, .R045, .R044, .R041, .R053]
    case .answer: [.R038, .R045]
    case .dismiss: [.R037]
    case .hangUp: [.R040, .R053]
    case .purge: [.R074, .R082]
    case .terminate: [.R075, .R076]
    case .switchTo: [.R047, .R067]
    case .open: [.R020, .R069, .R024]
    case .tapNotification: [.R022, .R071, .R072]
    case .quickAction: [.R023]
    case .newWindow: [.R117, .R126]
    case .closeWindow: [.R119, .R125, .R118]
    case .disconnectScene: [.R118]
    case .splitView, .dragDivider, .releaseDivider: [.R052]
    case .rotate: [.R130]
    case .prewarm: [.R026]
    case .reboot: [.R080, .R035]
    case .shutDown, .powerOn: [.R080]
    case .push: [.R098, .R099, .R100, .R141]
    case .fetch: [.R097, .R104]
    case .runBackgroundTask: [.R103, .R101, .R102]
    case .cancelBackgroundTask: [.R107]
    case .locate: [.R137, .R138]
    case .enterRegion: [.R138, .R139]
    case .exitRegion, .visit: [.R138]
    case .bluetoothEvent: [.R140]
    case .warnMemory: [.R115]
    case .pressure: [.R114, .R115, .R074]
    case .setClock, .changeTimeZone: [.R131]
    case .changeLocale, .connect, .disconnect, .condition: [.R130]
    case .setting, .appSetting: [.R096]
    case .install, .uninstall, .update: []
    }
  }
}
