"""Replays lifecycle vectors into a session tracker: the whole of what another language needs."""
import json, sys


class Tracker:
    sessions, left_at, is_active = 0, None, False

    def hear(self, name, now):
        if name == "UIApplicationDidBecomeActiveNotification" and not self.is_active:
            self.sessions += self.left_at is None or now - self.left_at >= 30_000
            self.is_active = True
        elif name == "UIApplicationDidEnterBackgroundNotification" and self.is_active:
            self.is_active, self.left_at = False, now

for vector in (each for each in json.load(open(sys.argv[1]))["vectors"] if each["result"] == "valid"):
    trackers = {step["process"]: Tracker() for step in vector["steps"]}
    for step in vector["steps"]:
        if step["kind"] == "notification":
            trackers[step["process"]].hear(step["name"], step["time"])
    assert trackers[step["process"]].is_active or step.get("state") != "active", (vector["id"], step["rule"])
