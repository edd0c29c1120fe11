"""A suite on workers of Dask and Ray, some of which are killed; run by the script `clusters`."""

import dataclasses
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

import duckdb
import psutil
import ray
import rehearsal
import rehearsal.dask
from distributed import Client, LocalCluster

FORMATS = ["text", "json", "junit"]


def timeless(report):
    return re.sub(r' time(stamp)?="[^"]*"', "", report)


def reference(command, options, paths):
    """The reports of the command, one process for all."""
    reports = {}
    for format in FORMATS:
        run = subprocess.run(
            [command, "storm", *options, f"--format={format}", *paths], capture_output=True, text=True
        )
        reports[format] = timeless(run.stdout), run.returncode
    return reports


def check(results, cases, reports):
    for format in FORMATS:
        merged = rehearsal.merge(results, format, cases)
        assert (timeless(merged.text), merged.exit_code) == reports[format], format


def client(workers):
    cluster = LocalCluster(
        n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=50
    )
    return Client(cluster)


def on_dask(cases, reports, draw):
    for workers in (1, 2, 7):
        with client(workers) as dask, dask.cluster:
            shuffled = draw.sample(cases, len(cases))
            check(rehearsal.dask.played(shuffled, dask), cases, reports)
            assert rehearsal.dask.run(cases, dask, format="json").text == reports["json"][0]
        print(f"Dask with {workers} workers: the reports of the command", flush=True)


class Cluster:
    """A scheduler of Dask with three workers, each a process that can be killed and replaced; the
    scheduler itself gives what a lost worker had to another one so often."""

    def __init__(self, tries):
        self.folder = tempfile.TemporaryDirectory()
        self.file = os.path.join(self.folder.name, "scheduler.json")
        self.tries = str(tries)
        self.scheduler = self.start("scheduler", "--port", "0")
        self.workers = [self.start_worker() for _ in range(3)]

    def __enter__(self):
        while not os.path.exists(self.file):
            time.sleep(0.1)
        return self

    def start(self, kind, *options):
        command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--no-dashboard", *options]
        command += ["--scheduler-file", self.file]
        environment = os.environ | {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": self.tries}
        return subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def client(self):
        return Client(scheduler_file=self.file, timeout=60)

    def start_worker(self):
        return self.start("worker", "--no-nanny", "--nthreads", "1")

    def kill(self, draw):
        """Kills a worker, with what it is doing and what it holds."""
        worker = draw.choice(self.workers)
        worker.kill()
        worker.wait()
        self.workers[self.workers.index(worker)] = self.start_worker()

    def __exit__(self, *_):
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()
        self.folder.cleanup()


def on_dask_with_losses(cases, reports, draw, runs, tries):
    with Cluster(tries) as cluster, cluster.client() as dask:
        for _ in range(runs):
            dask.wait_for_workers(3, timeout=120)
            fatal = set(draw.sample(range(1, len(cases)), 2))

            def kill(result, ended, of):
                if ended in fatal:
                    cluster.kill(draw)

            check(rehearsal.dask.played(cases, dask, progress=kill), cases, reports)
    print(f"Dask: {runs} runs with two workers killed in each, the reports of the command", flush=True)


def deadly():
    """Functions whose making ends the worker."""
    os.kill(os.getpid(), signal.SIGKILL)


def on_dask_that_never_plays(cases):
    """What kills every worker is named, and nothing is reported."""
    fatal = dataclasses.replace(cases[3], host=deadly)
    with Cluster(tries=0) as cluster, cluster.client() as dask:
        dask.wait_for_workers(3, timeout=120)
        try:
            rehearsal.dask.run([*cases[:3], fatal, *cases[4:]], dask, retries=1)
        except rehearsal.RehearsalError as error:
            assert fatal.name in str(error) and "its worker was lost" in str(error), error
        else:
            raise AssertionError("a case that never ran was reported")
    print("Dask: a case that kills its workers is an error with its name", flush=True)


def on_ray(cases, reports, draw):
    play = ray.remote(rehearsal.PlannedCase.run)
    for workers in (1, 2, 7):
        ray.init(num_cpus=workers, include_dashboard=False, logging_level="error", log_to_driver=False)
        shuffled = draw.sample(cases, len(cases))
        check(ray.get([play.remote(case) for case in shuffled]), cases, reports)
        ray.shutdown()
        print(f"Ray with {workers} workers: the reports of the command", flush=True)


def play_a_case(case):
    return case.run()


def processes():
    return psutil.Process().children(recursive=True)


def is_worker(process):
    """Whether it is a worker of Ray that has something to do, by the title that it gives itself."""
    try:
        return "".join(process.cmdline()).startswith("ray::play_a_case")
    except psutil.Error:
        return False


def on_ray_with_losses(cases, reports, draw, runs):
    play = ray.remote(max_retries=10)(play_a_case)
    ray.init(num_cpus=3, include_dashboard=False, logging_level="error", log_to_driver=False)
    killed = 0
    for _ in range(runs):
        pending = [play.remote(case) for case in cases]
        deaths = 0
        while deaths < 2 and len(ray.wait(pending, num_returns=len(pending), timeout=0)[1]) > 0:
            if workers := [process for process in processes() if is_worker(process)]:
                draw.choice(workers).kill()
                deaths += 1
            time.sleep(0.01)
        killed += deaths
        check(ray.get(pending), cases, reports)
    ray.shutdown()
    assert killed >= runs, killed
    print(f"Ray: {runs} runs with {killed} workers killed, the reports of the command", flush=True)


def in_duckdb(cases):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "cases.jsonl")
        with open(path, "w") as file:
            file.write(rehearsal.merge([case.run() for case in cases], "json", cases).text)
        rows = duckdb.sql(
            f"select status, count(*) from read_json('{path}') where event = 'caseEnded' group by status"
        ).fetchall()
        assert sum(count for _, count in rows) == sum(len(case.titles) for case in cases), rows
        print(f"DuckDB: {dict(rows)}", flush=True)


def main(command, *paths):
    draw = random.Random(1)
    options = ["--os=12,17"]
    cases = rehearsal.cases(*paths, os=[12, 17], storm=True)
    start = time.monotonic()
    reports = reference(command, options, paths)
    print(f"{len(cases)} cases, {time.monotonic() - start:.1f} s for three reports", flush=True)
    check([case.run() for case in cases], cases, reports)
    in_duckdb(cases)
    on_dask(cases, reports, draw)
    on_dask_with_losses(cases, reports, draw, 15, tries=3)
    on_dask_with_losses(cases, reports, draw, 15, tries=0)
    on_dask_that_never_plays(cases)
    on_ray(cases, reports, draw)
    on_ray_with_losses(cases, reports, draw, 10)


if __name__ == "__main__":
    main(*sys.argv[1:])
