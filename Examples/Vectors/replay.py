"""Replays lifecycle vectors into a session tracker: the whole of what another language needs."""

import json
import sys


class Tracker:
    """Counts sessions: a new one when the app comes to the front after half a minute or more."""

    def __init__(self):
        self.sessions, self.left_at, self.is_active = 0, None, False

    def hear(self, name, now):
        if name == "UIApplicationDidBecomeActiveNotification" and not self.is_active:
            self.sessions += self.left_at is None or now - self.left_at >= 30_000
            self.is_active = True
        if name == "UIApplicationDidEnterBackgroundNotification" and self.is_active:
            self.is_active, self.left_at = False, now


for vector in json.load(open(sys.argv[1]))["vectors"]:
    if vector["result"] != "valid":
        continue
    process, tracker = 0, None
    for step in vector["steps"]:
        if step["process"] != process:
            process, tracker = step["process"], Tracker()
        if step["kind"] == "notification":
            tracker.hear(step["name"], step["time"])
        if step["name"] == "UIApplicationDidEnterBackgroundNotification":
            assert not tracker.is_active, (vector["id"], step["rule"])
