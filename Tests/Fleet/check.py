"""200 bundles, one in ten cut off, through a local cluster of two workers; the same question from one machine by DuckDB, and
by `analyze fleet` itself. All three tables have to agree, and to agree with what was planted."""
import collections
import csv
import json
import pathlib
import shutil
import subprocess
import sys

import duckdb

import logs

ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN = pathlib.Path(sys.argv[1]).resolve()
HERE = ROOT / ".build/fleet"
BUNDLES = 200


def run(*command, status=(0,), **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if done.returncode not in status:
        sys.exit(f"fleet: {command} ended with {done.returncode}:\n{done.stderr[-4000:]}")
    return done


def expect(what, wanted, found):
    if wanted != found:
        sys.exit(f"fleet: {what}: wanted {wanted}, found {found}")
    print(f"  right: {what}: {found}")


def bundles():
    """Packs the logs. Every tenth is cut off: it cannot be read. Says what the others hold, by condition."""
    planted = collections.Counter()
    for seed in range(BUNDLES):
        log, bundle = HERE / "log", HERE / f"bundles/{seed:03d}.age"
        shutil.rmtree(log, ignore_errors=True)
        truth = logs.plant(log, seed)
        run(BIN / "diagpack", "pack", log, "-R", HERE / "recipient", "-o", bundle)
        if seed % 10 == 9:
            bundle.write_bytes(bundle.read_bytes()[:-200])
            continue
        planted[truth["device"], truth["os"], truth["build"], truth["config"]] += truth["gaps"]
    return planted


def table(rows):
    """Rows as conditions to figures, rounded so that the order of adding does not matter."""
    return {
        tuple(row[name] for name in ("device", "os", "build", "config")):
            tuple(round(float(row[name]), 3) for name in ("matter", "matter_per_hour", "low", "high"))
        for row in rows
    }


shutil.rmtree(HERE, ignore_errors=True)
(HERE / "bundles").mkdir(parents=True)
public = run(BIN / "diagpack", "keygen", "-o", HERE / "key.txt").stderr
(HERE / "recipient").write_text(next(word for word in public.split() if word.startswith("age1")) + "\n")
planted = bundles()
key = HERE / "key.txt"

run(sys.executable, ROOT / "Samples/Fleet/fleet.py", HERE / "bundles", "-i", key, "-o", HERE / "spark",
    "--master", "local-cluster[2,1,1024]", "--analyze", BIN / "analyze")
with open(HERE / "spark/table.csv", newline="") as file:
    spark = table(csv.DictReader(file))

paths = sorted((HERE / "bundles").iterdir())
run(BIN / "analyze", "fleet", "-i", key, "-o", HERE / "lines.ndjson", *paths, status=(3,))
own = json.loads(run(BIN / "analyze", "fleet", "-i", key, "--format", "json", *paths, status=(3,)).stdout)
duck = duckdb.connect()
duck.execute(f"""CREATE VIEW shares AS SELECT input, g.device AS device, g.os AS os, g.build AS build, g.config AS config,
    g.alive_s AS alive_s, g.gaps AS gaps, g.matter AS matter
    FROM (SELECT input, unnest(groups) AS g FROM read_json('{HERE}/lines.ndjson', format='newline_delimited'))""")
found = duck.execute((ROOT / "Samples/Fleet/table.sql").read_text())
names = [column[0] for column in found.description]
duckdb_table = table([dict(zip(names, row)) for row in found.fetchall()])

expect("inputs", {"whole": BUNDLES * 9 // 10, "damaged": 0, "unreadable": BUNDLES // 10}, own["inputs"])
expect("gaps that matter, as planted", dict(planted), {key: int(row[0]) for key, row in spark.items()})
expect("DuckDB over the Parquet counts", [(BUNDLES,)],
       duck.execute(f"SELECT count(*) FROM read_parquet('{HERE}/spark/inputs/*.parquet')").fetchall())
expect("DuckDB's table is Spark's", spark, duckdb_table)
expect("the tool's table is Spark's", spark, table(own["rows"]))
print("fleet: ok")
