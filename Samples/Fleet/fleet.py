#!/usr/bin/env python3
"""Ten thousand bundles: runs `analyze fleet` over a folder of them on every worker, writes Parquet and the table.

    fleet.py FOLDER -i key.txt -o OUT [--master local[*]] [--analyze PATH]

OUT/inputs is one row an input, OUT/shares one row an input and condition (device, os, build, configuration), OUT/table.csv
the gaps that matter an hour with the interval that holds the true rate 19 times in 20. An input that cannot be read is a
row of OUT/inputs with its error; it stops nothing.

Below some thousand bundles one machine is quicker: `analyze fleet` itself, or DuckDB over its lines (table.sql).
"""
import argparse
import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SHARE = ["input", "device", "os", "build", "config", "alive_s", "gaps", "matter"]


def entries(analyze, identities, paths):
    """The lines of `analyze fleet` for some inputs, on the worker that this runs on."""
    paths = list(paths)
    if not paths:
        return
    command = [analyze, "fleet", "--format", "ndjson"]
    for identity in identities:
        command += ["-i", identity]
    done = subprocess.run(command + ["--"] + paths, capture_output=True, text=True)
    # 1: none could be read; 3: some could not. Each of them is a line that says so.
    if done.returncode not in (0, 1, 3) or done.stdout.count("\n") != len(paths):
        raise RuntimeError(f"analyze fleet ended with {done.returncode}: {done.stderr.strip()[-2000:]}")
    yield from done.stdout.splitlines()


def rows(line):
    """The shares of one line."""
    entry = json.loads(line)
    for group in entry.get("groups", []):
        yield tuple(entry["input"] if name == "input" else group[name] for name in SHARE)


def spark_home():
    """A home of links: executors write beneath it, and that should not be the installed package."""
    import pyspark

    home = pathlib.Path(tempfile.mkdtemp(prefix="spark-"))
    for name in ("bin", "sbin", "jars", "python"):
        source = pathlib.Path(pyspark.__file__).parent / name
        if source.exists():
            (home / name).symlink_to(source)
    if not (home / "python").exists():
        (home / "python").symlink_to(pathlib.Path(pyspark.__file__).parent.parent)
    return home


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path, help="holds the bundles (*.age, *.tar.gz)")
    parser.add_argument("-i", "--identity", action="append", default=[], help="an identity file")
    parser.add_argument("-o", "--output", type=pathlib.Path, required=True, help="a folder to make")
    parser.add_argument("--master", default="local[*]", help="where Spark runs (local[*] unless said)")
    parser.add_argument("--analyze", default="analyze", help="the tool, at the same path on every worker")
    parser.add_argument("--batch", type=int, default=16, help="inputs a call of the tool")
    options = parser.parse_args()
    inputs = sorted(str(path.resolve()) for path in options.folder.iterdir() if path.name.endswith((".age", ".tar.gz")))
    if not inputs:
        sys.exit(f"fleet.py: no *.age and no *.tar.gz in {options.folder}")
    if options.output.exists():
        sys.exit(f"fleet.py: {options.output} exists already: name another folder with -o")

    os.environ.setdefault("SPARK_HOME", str(spark_home()))
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    from pyspark.sql import SparkSession

    spark = (
        SparkSession.builder.master(options.master).appName("flightlog fleet").config("spark.ui.enabled", False)
        .config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1").getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    analyze, identities = options.analyze, [str(pathlib.Path(path).resolve()) for path in options.identity]
    slices = max(1, -(-len(inputs) // options.batch))
    lines = spark.sparkContext.parallelize(inputs, slices).mapPartitions(
        lambda paths: entries(analyze, identities, paths)).cache()

    spark.read.json(lines).drop("groups").write.parquet(str(options.output / "inputs"))
    shares = spark.createDataFrame(lines.flatMap(rows), "input string, device string, os string, build string, "
                                   "config string, alive_s double, gaps long, matter long")
    shares.write.parquet(str(options.output / "shares"))
    shares.createOrReplaceTempView("shares")
    table = spark.sql((HERE / "table.sql").read_text()).collect()
    with open(options.output / "table.csv", "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerows([table[0].__fields__] + table if table else [])
    spark.stop()


if __name__ == "__main__":
    main()
