"""Exports logs in every format and has each read by a real reader. Prints a line a check; status 1 where one fails."""
import csv, importlib.util, json, os, pathlib, re, sqlite3, subprocess, sys, tempfile, time

import duckdb, gpxpy, jsonschema
from mcap.reader import NonSeekingReader, SeekingReader
from mcap.stream_reader import StreamReader

import logs

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = ROOT / ".build" / os.environ.get("FLIGHTLOG_BUILD", "debug")
SCHEMAS = ROOT / ".build/readers/usr/share/pytrainer/schemas"
FASTKML = pathlib.Path(importlib.util.find_spec("fastkml").origin).parent / "schema"
FORMATS = ["gpx", "geojson", "kml", "perfetto", "mcap", "csv", "json", "sqlite"]
failures = []


def expect(name, found, wanted):
    if found != wanted:
        failures.append(name)
        print(f"readers: {name}: found {str(found)[:400]}, expected {str(wanted)[:400]}")


def export(log, form, *more, environment=None):
    """The path of a fresh export."""
    path = pathlib.Path(tempfile.mkdtemp(dir=WORK)) / f"out.{form}"
    run = subprocess.run([TOOLS / "analyze", "export", log, "--to", form, "-o", path, *more], capture_output=True,
                         text=True, env={**os.environ, **(environment or {})})
    expect(f"{log.name} to {form}: status", run.returncode, 3 if log.name == "damaged" else 0)
    return path


def run(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


# MARK: one check a format


def gpx_points(path):
    track = gpxpy.parse(path.read_text())
    return [[(p.latitude, p.longitude, p.time) for p in s.points] for t in track.tracks for s in t.segments]


def check_gpx(log, lines):
    path = export(log, "gpx")
    expect(f"{log.name}: xmllint, GPX 1.1", run("xmllint", "--nonet", "--noout", "--schema",
                                               SCHEMAS / "Topografix_gpx11.xsd", path)[0], 0)
    segments = gpx_points(path)
    if lines is not None:
        expect(f"{log.name}: points in each segment, by gpxpy", [len(s) for s in segments], lines)
    flat = [point for segment in segments for point in segment]
    expect(f"{log.name}: longitudes below 180", [p for p in flat if not -180 <= p[1] < 180], [])
    expect(f"{log.name}: no step over the date line",
           [s for s in segments for a, b in zip(s, s[1:]) if abs(a[1] - b[1]) > 180], [])
    expect(f"{log.name}: gpsbabel finds the points of GPX", babel_points(path, "gpx"), rounded(flat))
    return flat


def rounded(points):
    return [(round(p[0], 6), round(p[1], 6)) for p in points]


def babel_points(path, form):
    """The points of the tracks as gpsbabel reads them, in its six decimals."""
    table = path.with_suffix(".csv")
    code, text = run("gpsbabel", "-i", form, "-f", path, "-x", "nuketypes,waypoints,routes", "-x", "transform,wpt=trk",
                     "-o", "unicsv,utc=0", "-F", table)
    expect(f"gpsbabel reads {form}", (code, text), (0, ""))
    return rounded((float(r["Latitude"]), float(r["Longitude"])) for r in csv.DictReader(table.open()))


def check_kml(log, flat):
    path = export(log, "kml")
    for name, schema in kml_schemas():
        code, text = run("xmllint", "--nonet", "--noout", "--schema", schema, path)
        expect(f"{log.name}: xmllint, {name}'s KML 2.2", (code, text[:300] if code else ""), (0, ""))
    # gpsbabel takes the thin line of a gap for a track of two points; they come behind the track itself.
    found, gaps = babel_points(path, "kml"), path.read_text().count("<LineString>")
    expect(f"{log.name}: gpsbabel finds the points of KML", found[: len(flat)], rounded(flat))
    expect(f"{log.name}: gpsbabel finds the gaps of KML", len(found) - len(flat), 2 * gaps)


def kml_schemas():
    """fastkml's set as it is, and the stricter one of a Debian package, which knows nothing of gx until it is told."""
    both = pathlib.Path(WORK) / "kml-and-gx.xsd"
    both.write_text(f"""<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
        <xs:import namespace="http://www.opengis.net/kml/2.2" schemaLocation="{SCHEMAS / 'ogckml22.xsd'}"/>
        <xs:import namespace="http://www.google.com/kml/ext/2.2" schemaLocation="{FASTKML / 'kml22gx.xsd'}"/></xs:schema>""")
    return [("fastkml", FASTKML / "ogckml22.xsd"), ("the OGC", both)]


def check_geojson(log, flat):
    document = json.loads(export(log, "geojson").read_text(), parse_constant=lambda c: expect("finite", c, None))
    measured, crossing = [], []
    for feature in document["features"]:
        geometry, properties = feature["geometry"], feature["properties"]
        lines = {"Point": lambda c: [[c]], "LineString": lambda c: [c], "MultiLineString": lambda c: c}[geometry["type"]](
            geometry["coordinates"])
        crossing += [line for line in lines for a, b in zip(line, line[1:]) if abs(a[0] - b[0]) > 180]
        if geometry["type"] != "Point":
            expect(f"{log.name}: a line has two positions", all(len(line) >= 2 for line in lines), True)
        if properties["kind"] == "segment":
            values = properties["hacc"] if geometry["type"] == "MultiLineString" else [properties["hacc"]]
            measured += [p for line, hacc in zip(lines, values) for p, h in zip(line, hacc) if h is not None]
    expect(f"{log.name}: GeoJSON lines over the date line", crossing, [])
    expect(f"{log.name}: GeoJSON has the points", [(p[1], p[0]) for p in measured], [(p[0], p[1]) for p in flat])
    return document


def check_trace(log):
    events = json.loads(export(log, "perfetto").read_text())["traceEvents"]
    slices = {}
    for event in events:
        expect(f"{log.name}: trace times are whole", all(type(event.get(k, 0)) is int for k in ("ts", "dur")), True)
        if event["ph"] == "X":
            slices.setdefault((event["pid"], event["tid"]), []).append((event["ts"], event["ts"] + event["dur"]))
    for lane, spans in slices.items():
        spans.sort()
        expect(f"{log.name}: lane {lane} has no overlap", [p for p in zip(spans, spans[1:]) if p[0][1] > p[1][0]], [])
    expect(f"{log.name}: trace phases", {e["ph"] for e in events} <= {"M", "X", "i", "C"}, True)


def check_mcap(log, flat):
    path = export(log, "mcap")
    with path.open("rb") as file:
        indexed = [(c.topic, m.log_time, m.sequence, m.data) for _, c, m in
                   SeekingReader(file, validate_crcs=True).iter_messages(log_time_order=False)]
    with path.open("rb") as file:
        streamed = sorted((c.topic, m.log_time, m.sequence, m.data) for _, c, m in
                          NonSeekingReader(file, validate_crcs=True).iter_messages(log_time_order=False))
    expect(f"{log.name}: MCAP by index and by scanning", sorted(indexed), streamed)
    with path.open("rb") as file:
        summary = SeekingReader(file, validate_crcs=True).get_summary()
        schema = json.loads(next(s.data for s in summary.schemas.values() if s.name == "foxglove.LocationFix"))
    expect(f"{log.name}: MCAP counts its messages", summary.statistics.message_count, len(indexed))
    with path.open("rb") as file:
        expect(f"{log.name}: MCAP checksums", len(list(StreamReader(file, validate_crcs=True).records)) > 0, True)
    validator = jsonschema.Draft202012Validator(schema)
    kept = [json.loads(data) for topic, _, _, data in indexed if topic == "/location/kept"]
    raw = [json.loads(data) for topic, _, _, data in indexed if topic == "/location/raw"]
    expect(f"{log.name}: LocationFix fits its schema", [e.message for m in kept + raw for e in validator.iter_errors(m)], [])
    expect(f"{log.name}: MCAP keeps the points", [(m["latitude"], m["longitude"]) for m in kept], [p[:2] for p in flat])


def check_rows(log):
    rows = list(csv.DictReader(export(log, "csv").open(newline="")))
    objects = json.loads(export(log, "json").read_text())
    expect(f"{log.name}: as many rows in CSV as in JSON", len(rows), len(objects))
    expect(f"{log.name}: the same places", [r["lat"] for r in rows],
           ["" if o["lat"] is None else f"{o['lat']:.7f}" for o in objects])
    path = export(log, "sqlite")
    database = sqlite3.connect(path)
    expect(f"{log.name}: SQLite is whole", database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
    expect(f"{log.name}: SQLite has the rows", database.execute("SELECT count(*) FROM samples").fetchone()[0], len(rows))
    view = database.execute("SELECT lat_deg FROM samples_si").fetchall()
    expect(f"{log.name}: the view has degrees", ["" if v is None else f"{v:.7f}" for v, in view], [r["lat"] for r in rows])
    # What a defect left empty is 0 in neither.
    relation = duckdb.sql(f"SELECT count(*), count(lat) FROM read_csv('{export(log, 'csv')}', header=true, nullstr='')")
    expect(f"{log.name}: DuckDB reads the CSV", relation.fetchall(), [(len(rows), sum(r["lat"] != "" for r in rows))])


# MARK: all of them


def check(log, lines=None):
    flat = check_gpx(log, lines)
    check_kml(log, flat)
    check_geojson(log, flat)
    check_trace(log)
    check_mcap(log, flat)
    check_rows(log)
    return flat


def check_locales(log):
    """B079: the same bytes under every locale."""
    for form in FORMATS[:-1]:
        files = {export(log, form, environment={"LC_ALL": name}).read_bytes()
                 for name in ("C", "de_DE.UTF-8", "fr_FR.UTF-8", "ar_EG.UTF-8")}
        expect(f"{form} under four locales", len(files), 1)


def check_round_trip(log, form):
    """What was exported and imported again has the same points and times."""
    path = export(log, form)
    back = pathlib.Path(tempfile.mkdtemp(dir=WORK)) / "back"
    code, text = run(TOOLS / "analyze", "import", path, "--from", form, "-o", back)
    expect(f"{log.name}: {form} comes back in", code, 0)
    before = gpx_points(export(log, "gpx"))
    after = [row for file in sorted(back.glob("samples/*.csv")) for row in csv.DictReader(file.open(newline=""))]
    expect(f"{log.name}: {form} brings back each point", [(r["lat"], r["lon"]) for r in after],
           [(f"{p[0]:.7f}", f"{p[1]:.7f}") for s in before for p in s])
    expect(f"{log.name}: {form} brings back each time", [int(r["t"]) for r in after],
           [round(p[2].timestamp() * 1000) for s in before for p in s])


def check_zones(log):
    zones = pathlib.Path(WORK) / "zones.json"
    zones.write_text(json.dumps({"zones": [{"name": "far end", "lat": 50.0272, "lon": 10, "radius_m": 200}]}))
    for form in FORMATS:
        data = export(log, form, "--zones", zones).read_bytes()
        expect(f"{form} tells nothing of a zone", re.search(rb"50\.027|5002[67]\d{4}", data), None)
    expect("gpx cut by a zone", [len(s) for s in gpx_points(export(log, "gpx", "--zones", zones))], [2])


with tempfile.TemporaryDirectory() as WORK:
    began = time.monotonic()
    folder = pathlib.Path(WORK)
    walk = logs.gap(folder / "gap")
    check(walk, [2, 2])
    check(logs.date_line(folder / "date-line"), [2, 2])
    pieces = check_geojson(folder / "date-line", [(51.9, x) for x in (179.997, 179.999, -179.999, -179.997)])
    expect("B061: bounding box over the date line", pieces["bbox"], [179.997, 51.9, -179.997, 51.9])
    fast = check(logs.fractions(folder / "fractions"))
    expect("B064: four times", len({p[2] for p in fast}), 4)
    check(logs.hostile(folder / "hostile"))
    check(logs.day(folder / "day", TOOLS / "fieldsim"))
    check_locales(walk)
    check_zones(walk)
    for form in ("gpx", "kml", "geojson"):
        check_round_trip(walk, form)
        check_round_trip(folder / "date-line", form)
        check_round_trip(folder / "day", form)
    print(f"readers: {len(failures)} failures, {time.monotonic() - began:.0f} s")
sys.exit(1 if failures else 0)
