"""Seeded programs of apps and scenarios: the language's own statements between calls and verbs."""

from language import Language, Variable, list_of
from tree import Block, Expression, Program, Statement

HANDLERS = ["didFinishLaunching", "willFinishLaunching", "didBecomeActive", "willResignActive",
            "didEnterBackground", "willEnterForeground", "willTerminate", "didReceiveMemoryWarning",
            "significantTimeChange", "performFetch", "didReceiveRemoteNotification", "open"]

INTERRUPTIONS = [".phoneCall", ".sms", ".alarm", ".calendarAlert", ".siri", ".controlCenter",
                 ".notificationCenter", ".lowBattery"]

DEVICES = ["os: 17", "os: 4", "os: 6", "os: 9", "os: 12", "os: 13", "os: 15", "os: 18",
           'os: 16, model: "iPad"', "os: 17, seed: 7", "os: 3", "os: 14, memory: 1GB"]

SPANS = ["0s", "1ms", "1s", "3s", "10s", "1min", "10min", "1h", "1d"]
# In no time nothing happens, and an expectation says so.
SOME_TIME = [span for span in SPANS[:6] if span != "0s"]


class World(Language):
    """Makes programs with a device; Python cannot tell what comes of them."""

    def program(self):
        self.apps = [f"App{n}" for n in range(self.random.randint(1, 2))]
        statements = []
        if self.chance(0.7):
            statements.append(Statement([f"device {{ {self.pick(DEVICES)} }}"], []))
        statements += self.function(0) if self.chance(0.4) else []
        statements += [self.app(name) for name in self.apps]
        statements += [self.scenario(n) for n in range(self.random.randint(1, 3))]
        return Program(Block(statements), self.seed, False)

    # Inside

    def app(self, name):
        blocks = [self.info(), Block(), Block()]
        self.scopes.append([])
        for _ in range(self.random.randint(1, 3)):
            blocks[1].statements += self.declaration(1)
        kept = self.scopes[-1]
        for handler in self.random.sample(HANDLERS, self.random.randint(1, 5)):
            self.scopes[-1] = list(kept)
            blocks[2].statements.append(
                Statement([f"on {handler} {{", 0, "}"], [], [], [self.inside()]))
        for label in ["One", "Two"][:self.random.randint(0, 2)]:
            self.scopes[-1] = list(kept)
            blocks[2].statements.append(
                Statement([f'button "{label}" {{', 0, "}"], [], [], [self.inside()]))
        self.scopes.pop()
        return Statement([f"app {name} {{", 0, 1, 2, "}"], [], [], blocks)

    def info(self):
        entries = [each for each in ["backgroundModes: [.fetch, .remoteNotification]", "memory: 80MB",
                                     "exitsOnSuspend: true", "multipleScenes: true", "sdk: 12"]
                   if self.chance(0.2)]
        return Block([Statement(["info { " + "; ".join(entries) + " }"], [])] if entries else [])

    def inside(self):
        """Code of an app, which may call itself back."""
        self.scopes.append([])
        self.functions.append([])
        statements = []
        for _ in range(self.random.randint(1, 4)):
            statements += self.pick([self.request, self.request, self.statement])(2)
        self.functions.pop()
        self.scopes.pop()
        return Block(statements)

    def request(self, depth):
        span = self.pick(SPANS[1:])
        key = self.pick(["a", "b"])
        which = self.random.random()
        if which < 0.3 and depth < 4:
            word = self.pick([f"after {span}", f"perform({span})"])
            if self.chance(0.2):
                word = f"every {self.pick(['7s', '1min'])}"
            self.scopes.append([])
            block = Block(self.request(depth + 1) + self.statement(3))
            self.scopes.pop()
            return [Statement([word + " {", 0, "}"], [], [], [block])]
        if which < 0.5:
            type = self.pick(["Int", "String", list_of("Int")])
            return [Statement([f'disk["{key}"] = ‹0›'], [], [self.expression(type, 2)])]
        if which < 0.65:
            return [Statement([f'let t{self.fresh()} = beginBackgroundTask("{key}") {{ id in '
                               'endBackgroundTask(id) }'], [])]
        if which < 0.75:
            return [Statement(["work " + self.pick(["1ms", "200ms", "3s", "30s"])], [])]
        if which < 0.85:
            return [Statement([f'preferences["{key}"] = (preferences["{key}"] ?? 0) + 1'], [])]
        return [Statement(["log ‹0›"], [], [Expression("String", '"log"', "")])]

    # Outside

    def scenario(self, number):
        self.scopes.append([])
        self.functions.append([])
        block = Block()
        for _ in range(self.random.randint(3, 12)):
            block.statements += self.pick([self.verb, self.verb, self.verb, self.look,
                                           self.statement])(1)
        for app in self.apps:
            self.prints += 1
            block.statements.append(Statement(
                [f'print("#{self.prints}", {app}.state, {app}.calls, {app}.exits.count, now, '
                 f'{app}.disk["a"], {app}.timers.count)'], []))
        self.functions.pop()
        self.scopes.pop()
        return Statement([f'scenario "number {number}" {{', 0, "}"], [], [], [block])

    def verb(self, depth):
        app, kind = self.pick(self.apps), self.pick(INTERRUPTIONS)
        verbs = [f"launch {app}"] * 4 + ["press .home"] * 3 + [
            "press .lock", "unlock()", "press .switcher", f"forceQuit {app}", f"purge {app}",
            f"terminate {app}", f"interrupt {kind}", f"answer {kind}", f"dismiss {kind}",
            "hangUp()", 'touch "One"', 'touch "Two"', f"push {app}", f"fetch {app}", "warnMemory()",
            f"switchTo {app}", "rotate .landscapeLeft", "step()", "print(step(3))", "network .off",
            "network .on", f"update {app}", "reboot()", f"prewarm {app}",
            'setClock "2026-02-03 04:05:06"', 'changeTimeZone "Asia/Tokyo"', f"newWindow {app}",
            "pressure 1GB", f"uninstall {app}", f"install {app}"]
        verbs += [f"advance {span}" for span in SPANS] + ["advance 5s"] * 3
        return [Statement([self.pick(verbs)], [])]

    def look(self, depth):
        app = self.pick(self.apps)
        which = self.pick(["expect", "within", "throughout", "calls", "refused", "until"])
        state = self.pick([".active", ".background", ".suspended", ".notRunning"])
        verb = self.verb(depth)[0].script[0]
        self.prints += 1
        text = {
            "expect": f"expect {app}.state == {state}",
            "within": f"expect {app}.state == {state} within {self.pick(SOME_TIME)}",
            "throughout": f"expect {app}.state != {state} throughout {self.pick(SOME_TIME)}",
            "calls": f'print("#{self.prints}", calls({app}) {{ {verb} }})',
            "refused": f'print("#{self.prints}", refused {{ {verb} }})',
            "until": f'print("#{self.prints}", advance(until: {{ {app}.state == {state} }}, limit: 1min))',
        }[which]
        return [Statement([text], [])]
