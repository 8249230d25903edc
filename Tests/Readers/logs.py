"""Logs to export: a simulated day, and small ones written by hand for what a day does not hold."""
import json, pathlib, subprocess

START = 1777881600000  # 2026-05-04T08:00:00Z
HEADER = "n,m,recv,t,lat,lon,hacc,alt,vacc,speed,sacc,course,cacc,src,motion,app,verdict,reason\n"
HOSTILE = "a\0b\bc\x1fd </name><script>alert(1)</script> ]]> \"'& \u202e\u2066 العربية 🚲\r\n\\ ,;"


def row(n, seconds, lat, lon, **more):
    ms = START + round(seconds * 1000)
    cell = {"hacc": "8.00", "alt": "350.00", "vacc": "12.00", "speed": "1.40", "course": "0.0", **more}
    return (
        f"{n},{round(seconds * 1000) + 5000},{ms},{ms},{lat},{lon},{cell['hacc']},{cell['alt']},{cell['vacc']},"
        f"{cell['speed']},0.30,{cell['course']},5.0,gps,walking,bg,a,\n")


def write(folder, rows, events=()):
    folder = pathlib.Path(folder)
    (folder / "samples").mkdir(parents=True)
    (folder / "events").mkdir()
    (folder / "samples" / "2026-05-04.csv").write_text(HEADER + "".join(rows))
    lines = [json.dumps({"n": n, "t": START + s * 1000, "m": s * 1000 + 5000, "u": s * 1000 + 5000, "k": k, **more})
             for n, s, k, more in events]
    (folder / "events" / "2026-05-04.jsonl").write_text("".join(line + "\n" for line in lines))
    return folder


def gap(folder):
    """B004: 20 minutes of silence in a walk; between two runs of the app."""
    return write(
        folder,
        [row(2, 1, "50.000000", "10.000000"), row(3, 11, "50.000126", "10.000000"),
         row(5, 1211, "50.027106", "10.000000"), row(6, 1221, "50.027231", "10.000000")],
        [(1, 0, "launch", {"run": "a", "boot": "b", "period": 60000}),
         (4, 1205, "launch", {"run": "c", "boot": "b", "period": 60000})])


def date_line(folder):
    """B060, B061: over the date line, 136 m at a step."""
    longitudes = ["179.9970000", "179.9990000", "-179.9990000", "-179.9970000"]
    return write(folder, [row(i + 1, 10 * i, "51.9000000", lon) for i, lon in enumerate(longitudes)])


def fractions(folder):
    """B064: four fixes within one second."""
    return write(folder, [row(i + 1, s, f"{50 + i * 0.00018:.7f}", "10.0000000", speed="1.00")
                          for i, s in enumerate([0.10, 0.35, 0.60, 0.85])])


def hostile(folder):
    """B085: text that is markup, control characters, right-to-left marks, and a mark of a million characters."""
    rows = [row(1, 0, "50.0000000", "10.0000000"), row(4, 20, "50.0010000", "10.0000000"),
            row(5, 21, "nan", "10.0000000")]
    return write(folder, rows, [(2, 1, "mark", {"text": HOSTILE}), (3, 2, "mark", {"text": "x" * 1_000_000})])


def day(folder, fieldsim):
    subprocess.run([fieldsim, "-o", folder, "--seed", "3"], check=True, capture_output=True)
    return pathlib.Path(folder)
