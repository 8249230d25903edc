#!/usr/bin/env python3
"""A core of your own as a program: analyze replay LOG --exec "python3 Samples/OwnCore/own_core.py"

One line of JSON in, one line of JSON out, in order, flushed. docs/evidence.md has the protocol. The rules are those of
OwnCore.swift beside it: a fix is stored when it is good enough and far enough from the last one stored.
"""
import json
import math
import sys

rules = {"own.accuracy": 50.0, "own.spacing": 15.0}
last = None


def metres(a, b):
    """Haversine on the sphere of 6,371,000 m."""
    (lat1, lon1), (lat2, lon2) = ([math.radians(x) for x in place] for place in (a, b))
    north, east = math.sin((lat1 - lat2) / 2), math.sin((lon1 - lon2) / 2)
    return 2 * 6_371_000 * math.asin(math.sqrt(north**2 + math.cos(lat1) * math.cos(lat2) * east**2))


def ruled(verdict, reason=""):
    return [{"k": "ruled", "verdict": verdict, "reason": reason}]


def decide(signal):
    global last
    if signal["k"] != "fix":
        return []
    accuracy = signal.get("hacc")
    if accuracy is None or accuracy < 0 or accuracy > rules["own.accuracy"]:
        return ruled("r", "accuracy")
    place = (signal["lat"], signal["lon"])
    if last and metres(last, place) < rules["own.spacing"]:
        return ruled("r", "spacing")
    last = place
    return ruled("a")


for line in sys.stdin:
    signal = json.loads(line)
    answer = {"n": signal["n"]}
    if signal["k"] == "begin":
        rules.update(signal["set"])
        answer.update(core="own", version=1)
    answer["decisions"] = decide(signal)
    print(json.dumps(answer), flush=True)
