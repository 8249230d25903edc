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


def days(folder, count, gap_every=7200, seed=7):
    """`count` days of 1 Hz with a heartbeat a minute, and every two hours a suspension of some minutes, after some of which
    another run follows: what a report of a week has to bear. Returns the folder."""
    random = __import__("random").Random(seed)
    folder = pathlib.Path(folder)
    for name in ("samples", "events"):
        (folder / name).mkdir(parents=True)
    n, north, run, second, battery = 0, 0.0, 0, 0, 0.98

    def event(day, seconds, name, **more):
        nonlocal n
        n += 1
        ms = seconds * 1000
        day["events"].append(json.dumps({"n": n, "t": START + ms, "m": ms + 5000, "u": ms + 5000, "k": name, **more},
                                        separators=(",", ":")) + "\n")

    while second < count * 86400:
        at = START + second * 1000
        name = __import__("datetime").datetime.fromtimestamp(at / 1000, __import__("datetime").timezone.utc).strftime("%Y-%m-%d")
        until = min((at // 86400000 + 1) * 86400 - START // 1000, count * 86400)
        day = {"events": [], "rows": [HEADER]}
        if n == 0:
            event(day, 0, "launch", run="r0", boot="b", period=60000, device="Phone 9,1", os="26.1", app="Wanderer",
                  build="117", tz=7200, zone="Europe/Paris", reason="user")
            event(day, 0, "profile", accuracy="best", filter=0, receiver=True)
            event(day, 0, "settings", pauses=False, indicator=True, background=True, slc=True)
            event(day, 0, "auth", location="always", precise=True, motion="authorized")
        while second < until:
            if second % 60 == 0:
                battery = max(0.05, battery - 0.00012)
                event(day, second, "hb", app="bg", motion="walking", cb=60, a=60, r=0, due=second * 1000 + 5000, cpu=second * 20,
                      bat=round(battery, 3), plugged=False)
            if second % 1800 == 900:
                event(day, second, "motion", kind=random.choice(["walking", "stationary", "automotive"]), conf="high")
            north += 1.4 + random.uniform(-0.3, 0.3)
            n += 1
            lat = f"{50 + north / 111194.9:.7f}"
            ms = START + second * 1000
            verdict, reason = ("r", "accuracy") if second % 97 == 0 else ("a", "")
            accuracy = "900.00" if second == 40000 else f"{random.uniform(4, 30):.2f}"
            day["rows"].append(f"{n},{second * 1000 + 5000},{ms},{ms},{lat},{10 + 0.01 * __import__('math').sin(second / 3000):.7f},"
                               f"{accuracy},350.00,12.00,{random.uniform(1, 2):.2f},0.30,0.0,5.0,gps,walking,bg,{verdict},{reason}\n")
            second += 1
            if second % gap_every == 0:
                second += random.randrange(200, 600)
                if second % 3 == 0 and second < until:
                    run += 1
                    event(day, second, "launch", run=f"r{run}", boot="b", period=60000, device="Phone 9,1", os="26.1",
                          app="Wanderer", build="117", reason="location")
        (folder / "samples" / f"{name}.csv").write_text("".join(day["rows"]))
        (folder / "events" / f"{name}.jsonl").write_text("".join(day["events"]))
    return folder
