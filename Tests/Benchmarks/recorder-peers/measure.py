"""Runs the programs in turns and prints the tables. Called by Tests/Benchmarks/recorder."""
import glob, os, shutil, statistics, subprocess, sys

products, work, count, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
PEERS = ["flightlog", "c", "spdlog", "glog", "jsonencoder"]
PROGRAM = {name: os.path.join(work, name) for name in PEERS}
PROGRAM["flightlog"] = os.path.join(products, "recorderbench")
PROGRAM["jsonencoder"] = os.path.join(products, "encoderbench")
# JSONEncoder and glog are slow: fewer records say as much.
SHARE = {"glog": 4, "jsonencoder": 8}
ARTICLE = {"sample": "a", "event": "an"}
place = os.path.join(work, "out")


def clean():
    shutil.rmtree(place, ignore_errors=True)
    os.makedirs(place)


def run(peer, kind, threads, number, *more, preload=False):
    """One process; what it prints as {name: number}."""
    environment = dict(os.environ, SWIFT_BACKTRACE="enable=no")
    if preload:
        environment["LD_PRELOAD"] = os.path.join(work, "allocations.so")
    command = [PROGRAM[peer], kind, str(threads), str(number), os.path.join(place, "log"), *more]
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True)
    if done.returncode != (-9 if "kill" in more or kind == "fill" else 0):
        sys.exit(f"{' '.join(command)} ended with {done.returncode}")
    return {name: float(value) for name, value in (line.split() for line in done.stdout.splitlines())}


def files(peer):
    if peer == "flightlog":
        return glob.glob(place + "/log/events/*") + glob.glob(place + "/log/samples/*")
    return [path for path in glob.glob(place + "/log*") if os.path.isfile(path) and not os.path.islink(path)]


def table(title, columns, rows):
    widths = [max(len(str(row[i])) for row in [columns] + rows) for i in range(len(columns))]
    print("\n" + title)
    for row in [columns] + rows:
        print("  " + "  ".join(str(cell).ljust(w) if i == 0 else str(cell).rjust(w) for i, (cell, w) in enumerate(zip(row, widths))))


def spread(values):
    return f"{statistics.median(values):.0f} ({min(values):.0f}-{max(values):.0f})"


# ns a record
values = {}
for turn in range(rounds):
    for kind in ["sample", "event"]:
        for threads in [1, 4]:
            for peer in PEERS:
                clean()
                for name, value in run(peer, kind, threads, count // SHARE.get(peer, 1)).items():
                    values.setdefault(name, []).append(value)
for kind in ["sample", "event"]:
    rows = []
    for peer in PEERS:
        row = [peer]
        for threads in [1, 4]:
            for what in ["cpu", "wall"]:
                mine = values[f"{peer}.{kind}.{threads}.{what}"]
                ours = values[f"flightlog.{kind}.{threads}.{what}"]
                # Of the same round: what disturbs the machine disturbs both.
                ratio = statistics.median(a / b for a, b in zip(mine, ours))
                row += [spread(mine), f"{ratio:.2f}x"]
        rows.append(row)
    table(f"ns {ARTICLE[kind]} {kind}: median (spread) of {rounds} rounds; times flightlog's in the same round",
          ["", "1 thread, cpu", "", "wall", "", "4 threads, cpu", "", "wall", ""], rows)

# Memory and bytes
rows = []
for peer in PEERS:
    row = [peer]
    for kind in ["sample", "event"]:
        few, many = 20_000, 40_000
        clean()
        before = run(peer, kind, 1, few, preload=True)["allocations"]
        clean()
        row.append(f"{(run(peer, kind, 1, many, preload=True)['allocations'] - before) / (many - few):.3f}")
        row.append(f"{sum(os.path.getsize(path) for path in files(peer)) / many:.1f}")
    rows.append(row)
table("allocations and bytes a record", ["", "sample, allocations", "bytes", "event, allocations", "bytes"], rows)

# Missing after SIGKILL
rows = []
for peer in PEERS:
    row = [peer]
    for kind in ["sample", "event"]:
        missing = []
        for number in range(701, 701 + 97 * 11, 97):
            clean()
            run(peer, kind, 1, number, "kill")
            if peer == "flightlog":
                run("flightlog", "launch", 1, 0)
            lines = [line for path in files(peer) for line in open(path, "rb") if line.endswith(b"\n")]
            kept = [line for line in lines if (b'"k":"hb"' in line if kind == "event" else b"automotive" in line)]
            missing.append(number - len(kept))
        row.append(f"{statistics.median(missing):.0f} ({min(missing)}-{max(missing)})")
    rows.append(row)
table("records missing after SIGKILL behind the last of 701 to 1,671: median (spread)", ["", "samples", "events"], rows)

# Launch, recovery, marker
launches, recoveries, markers, recovered = [], [], [], []
for turn in range(3 * rounds):
    clean()
    run("flightlog", "launch", 1, 0)
    launches.append(run("flightlog", "launch", 1, 0))
    run("flightlog", "fill", 1, 10_000)
    recoveries.append(run("flightlog", "launch", 1, 0))
    text = "".join(open(path).read() for path in glob.glob(place + "/log/events/*"))
    recovered.append(float(text.rsplit('"recovered":{"records":', 1)[1].split(",")[0]))
    markers.append(run("flightlog", "crash", 1, 100)["marker.latency"])
table("us: median (spread)", ["", "cpu", "wall"], [
    ["launch to first record", spread([x["launch.cpu"] for x in launches]), spread([x["launch.wall"] for x in launches])],
    [f"the same with a full buffer, {statistics.median(recovered):.0f} records", spread([x["launch.cpu"] for x in recoveries]),
     spread([x["launch.wall"] for x in recoveries])],
    ["fault to the end of the handler", "", spread(markers)],
])
