"""What gpsdlog wrote, against what the receiver said and what was done to it: check.py ANALYZE FOLDER [real]"""
import csv
import glob
import json
import subprocess
import sys

analyze, folder = sys.argv[1:3]
wrong = 0


def check(what, wanted, found):
    global wrong
    right = wanted(found) if callable(wanted) else wanted == found
    print(f"  {'right' if right else 'WRONG'}: {what}: {found}")
    wrong += not right


def answer(*arguments):
    return json.loads(subprocess.run([analyze, *arguments, "--format", "json"], check=True, capture_output=True).stdout)


def rows(log):
    found = []
    for name in sorted(glob.glob(f"{log}/samples/*.csv")):
        with open(name, newline="") as file:
            found += csv.DictReader(file)
    return found


def events(log):
    return [json.loads(line) for name in sorted(glob.glob(f"{log}/events/*.jsonl")) for line in open(name)]


def fed(name):
    with open(f"{folder}/{name}.csv", newline="") as file:
        return {int(row["t"]): row for row in csv.DictReader(file)}


def compare(log, name, tolerances):
    """How many rows there are, the first of those that the receiver never said or said otherwise, and the share of rows that
    have all that it said: gpsd itself reports its first epochs in parts, and what it leaves out stays empty."""
    truth = fed(name)
    found = rows(log)
    false, whole = [], 0
    for row in found:
        said = truth.get(int(row["t"]))
        cells = [(column, row[column], said and said[column]) for column in tolerances]
        if said is None or any(cell and (not truly or abs(float(cell) - float(truly)) > tolerances[column])
                               for column, cell, truly in cells):
            false.append((row, said))
        whole += all(cell or not truly for column, cell, truly in cells)
    return len(found), false[:2], whole / max(len(found), 1)


told = {}
for line in open(f"{folder}/told"):
    at, what = line.split()
    told[what] = int(at)
log = f"{folder}/log"

# A degree has 7 decimals in a log; gpsd rounds speeds to mm/s and courses to 0.01.
tolerances = {"lat": 2e-7, "lon": 2e-7, "alt": 0.06, "speed": 0.011, "course": 0.11}
count, false, whole = compare(log, "drive", tolerances)
check("rows of the drive, one a second while it ran", lambda n: 30 <= n <= 60, count)
check("rows that the receiver never said, or said otherwise", [], false)
check("share of rows with all that it said", lambda share: share >= 0.9, whole)
kinds = [event["k"] for event in events(log)]
modes = [event["mode"] for event in events(log) if event["k"] == "gpsd.mode"]
check("it began without a fix, then had one", lambda found: found[:2] == [1, 3], modes)
first_fix = next(event["n"] for event in events(log) if event["k"] == "gpsd.mode" and event["mode"] == 3)
check("no row before the first fix", lambda n: n > first_fix, int(rows(log)[0]["n"]))
check("satellites of the first sky with a fix", True, any(e["k"] == "gpsd.sky" and e["seen"] == 8 for e in events(log)))
links = [event["to"] for event in events(log) if event["k"] == "gpsd.link"]
check("gpsd came, went and came again; the relaunch found it", lambda found: found == ["up", "down", "up", "up"], links)

gaps = answer("gaps", log)["gaps"]
check("gaps", ["suspended", "killed"], [gap["kind"] for gap in gaps])
for gap, begin, end in zip(gaps, ["suspended", "killed"], ["resumed", "relaunched"]):
    length = (told[end] - told[begin]) / 1000
    check(f"{begin} for {length:.1f} s, from the last sign of life to the next", lambda s: -0.2 < s - length < 2.2, gap["seconds"])
causes = [end["cause"] for end in answer("exits", log)["exits"]]
check("ends of runs", lambda found: "killed" in found, causes)
check("the last end was in order", True, kinds[-1] == "exit")
late = [row for row in rows(log) if told["resumed"] - 500 <= int(row["recv"]) and int(row["t"]) < told["resumed"] - 1500
        and int(row["recv"]) < told["gpsd-ended"]]
check("what came in during the suspension was read afterwards, and says so", lambda n: 3 <= n <= 7, len(late))

numbers = sorted([event["n"] for event in events(log)] + [int(row["n"]) for row in rows(log)])
check("numbers missing or twice", True, numbers == list(range(1, len(numbers) + 1)))
kept = {json.dumps(event) for event in events(log)} | {json.dumps(row) for row in rows(log)}
packed = {json.dumps(event) for event in events(f"{folder}/desk")} | {json.dumps(row) for row in rows(f"{folder}/desk")}
check("records of the bundle that the log has not", 0, len(packed - kept))
check("records of the bundle", lambda n: n > 60, len(packed))

if "real" in sys.argv[3:]:
    count, false, whole = compare(f"{folder}/real-log", "real", {"lat": 2e-7, "lon": 2e-7, "alt": 0.06, "speed": 0.011})
    check("rows of the real receiver", lambda n: n > 30, count)
    check("rows that the real receiver never said, or said otherwise", [], false)
    check("share of rows with all that it said", lambda share: share >= 0.9, whole)

if wrong:
    sys.exit(f"gpsd: {wrong} of the answers were wrong")
print("gpsd: ok")
