"""Small logs whose gaps are known because they are planted: device, system, build and distance filter vary."""
import json
import pathlib
import random

START = 1777881600000  # 2026-05-04T08:00:00Z


def plant(folder: pathlib.Path, seed: int) -> dict:
    """Writes one log of two hours into `folder` and says what is in it."""
    chance = random.Random(seed)
    device, system = chance.choice([("phone-a", "26.1"), ("phone-b", "26.1"), ("phone-b", "26.2")])
    build = chance.choice(["117", "118"])
    filter_m = chance.choice([0, 10])
    # Five minutes each, at 5 m/s: 1.5 km, and so all of them matter.
    count = min(8, sum(chance.random() < 0.25 for _ in range(12 if filter_m else 1)))
    silent = set()
    for at in chance.sample(range(2, 110, 8), count):
        silent |= set(range(at, at + 4))
    n, events, samples = 0, [], ["n,m,recv,t,lat,lon,hacc,alt,vacc,speed,sacc,course,cacc,src,motion,app"]

    def event(minute, kind, **fields):
        nonlocal n
        n += 1
        at = minute * 60_000
        events.append(json.dumps(
            {"n": n, "t": START + at, "m": 3_600_000 + at, "u": 3_600_000 + at, "k": kind, **fields}, separators=(",", ":")))

    event(0, "launch", run=f"00000000-0000-4000-8000-{seed:012d}", pid=1, boot=f"boot-{seed}", app="walk", build=build,
          os=system, device=device, period=60000, reason="user", format=1)
    event(0, "profile", accuracy="best", filter=filter_m, type="fitness", receiver=True)
    for minute in range(120):
        if minute in silent:
            continue
        event(minute, "hb", app="bg", motion="walking", cb=60, a=1, r=59, cpu=minute * 100,
              due=3_600_000 + minute * 60_000)
        n += 1
        at = START + minute * 60_000
        samples.append(f"{n},{3_600_000 + minute * 60_000},{at},{at},{50 + minute * 300 / 111_194.93:.7f},10.0000000,"
                       "5.00,100.00,3.00,5.00,0.50,0.0,5.0,gps,walking,bg")
    for name, lines in (("events/2026-05-04.jsonl", events), ("samples/2026-05-04.csv", samples)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("\n".join(lines) + "\n")
    config = "best, filter 10 m" if filter_m else "best, no filter"
    return {"device": device, "os": system, "build": build, "config": config, "gaps": count}
