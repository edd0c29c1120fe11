// What `import Rehearsal` brings along of the modules below: the types that the interface of this
// module speaks of, each by name. Everything else below stays out of a client's sight.

@_exported import struct RehearsalLifecycle.AppIdentifier
@_exported import enum RehearsalLifecycle.ApplicationState
@_exported import struct RehearsalLifecycle.BackgroundTaskIdentifier
@_exported import enum RehearsalLifecycle.BackgroundTimeRemaining
@_exported import struct RehearsalLifecycle.BackgroundWorkIdentifier
@_exported import enum RehearsalLifecycle.CallFault
@_exported import enum RehearsalLifecycle.DeviceButton
@_exported import enum RehearsalLifecycle.InfoKey
@_exported import enum RehearsalLifecycle.InterruptionKind
@_exported import enum RehearsalLifecycle.Message
@_exported import enum RehearsalLifecycle.PlainValue
@_exported import enum RehearsalLifecycle.ProcessState
@_exported import struct RehearsalLifecycle.Profile
@_exported import enum RehearsalLifecycle.PushType
@_exported import struct RehearsalLifecycle.Record
@_exported import enum RehearsalLifecycle.RecordKind
@_exported import struct RehearsalLifecycle.Simulation
@_exported import enum RehearsalLifecycle.SimulationError
@_exported import enum RehearsalLifecycle.Stimulus
@_exported import enum RehearsalLifecycle.StimulusOutcome
@_exported import enum RehearsalLifecycle.StoragePlace
@_exported import enum RehearsalLifecycle.SubmissionResult
@_exported import enum RehearsalLifecycle.TaskRequestKind
@_exported import struct RehearsalLifecycle.TimerIdentifier
@_exported import struct RehearsalLifecycle.VirtualTime
@_exported import struct RehearsalMachine.Fault
@_exported import enum RehearsalMachine.ScriptValue
@_exported import struct RehearsalMachine.SourcePlace
@_exported import struct RehearsalSyntax.Diagnostic
@_exported import enum RehearsalSyntax.DiagnosticIdentifier
@_exported import class RehearsalSyntax.SourceText
