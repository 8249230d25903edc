"""Times `analyze report` and `analyze export` beside gpsbabel, interleaved. Usage: exports.py ANALYZE"""
import os, pathlib, resource, shutil, subprocess, sys, time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Readers"))
import logs

ANALYZE, WORK, ROUNDS = sys.argv[1], ROOT / ".build" / "bench" / "exports", 5
FORMATS = ["gpx", "kml", "geojson", "csv", "json", "perfetto", "mcap", "sqlite"]


def run(*words):
    """Processor seconds and wall seconds of a command."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run([str(word) for word in words], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, time.monotonic() - began


def spread(times):
    return f"{min(t[0] for t in times):7.3f} s processor, {min(t[1] for t in times):7.3f} s wall, worst {max(t[0] for t in times):.3f} s"


shutil.rmtree(WORK, ignore_errors=True)
WORK.mkdir(parents=True)
day, week = logs.days(WORK / "day", 1), logs.days(WORK / "week", 7)
for log in (day, week):
    page = WORK / f"{log.name}.html"
    times = [run(ANALYZE, "report", log, "-o", page, "--force") for _ in range(ROUNDS)]
    print(f"report of a {log.name:5} {spread(times)}, {page.stat().st_size / 1e6:.2f} MB")

# gpsbabel reads the GPX that we wrote and writes it again; what it takes to read it alone is taken off.
gpx = WORK / "week.gpx"
run(ANALYZE, "export", week, "--to", "gpx", "-o", gpx)
samples = sum(file.read_bytes().count(b"\n") - 1 for file in (week / "samples").glob("*.csv"))
ours = {form: [] for form in FORMATS}
read, written = [], []
for _ in range(ROUNDS):
    for form in FORMATS:
        ours[form].append(run(ANALYZE, "export", week, "--to", form, "-o", WORK / f"week.{form}", "--force"))
    read.append(run("gpsbabel", "-i", "gpx", "-f", gpx))
    written.append(run("gpsbabel", "-i", "gpx", "-f", gpx, "-o", "gpx,gpxver=1.1", "-F", WORK / "babel.gpx"))
best = min(t[0] for t in written) - min(t[0] for t in read)
for form in FORMATS:
    mine = min(t[0] for t in ours[form])
    print(f"export {form:9} {spread(ours[form])}, {samples / mine / 1e6:.2f} M fixes/s, "
          f"{(WORK / f'week.{form}').stat().st_size / 1e6:.0f} MB")
print(f"gpsbabel reads    {spread(read)}\ngpsbabel rewrites {spread(written)}; the writing alone {best:.3f} s")
print(f"reading, deciding and writing GPX takes {min(t[0] for t in ours['gpx']) / min(t[0] for t in written):.2f} of what "
      f"gpsbabel takes to read and write it, {min(t[0] for t in ours['gpx']) / max(best, 1e-9):.2f} of its writing alone")
