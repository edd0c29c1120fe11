import ArgumentParser

@main
struct Rehearse: ParsableCommand {}
