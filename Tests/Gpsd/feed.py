"""A receiver that speaks NMEA 0183 over TCP at true pace: an epoch a second, to one gpsd after the other.

    feed.py --port PORT --fed FED.csv --samples SAMPLES.csv --since SECOND    the fixes of a simulated day, dated now
    feed.py --port PORT --fed FED.csv --nmea FILE                             a real receiver's log, byte for byte

FED.csv gets a row an epoch that was sent with a fix: t (ms since 1970), lat, lon, hdop, alt, speed, course; cells are empty
where the sentences do not say. For a real log it is read back from the sentences themselves. The first three epochs of a
simulated day have no fix. Prints the port when it listens.
"""
import argparse
import csv
import datetime
import math
import select
import socket
import sys
import time

KNOT = 1852 / 3600  # m/s
# gpsd takes 19 m of error for a dilution of 1 (its H_UERE): a sentence has no field for metres.
METRES_A_DILUTION = 19
EPOCHS_WITHOUT_FIX = 3


def sentence(body):
    """The body with its dollar sign, checksum and line end."""
    checksum = 0
    for byte in body.encode("ascii"):
        checksum ^= byte
    return f"${body}*{checksum:02X}\r\n"


def angle(degrees, digits, positive, negative):
    """`ddmm.mmmmmmm,N`: minutes with seven decimals, a fifth of a millimetre."""
    whole = round(abs(degrees) * 60 * 10**7)
    whole_degrees, rest = divmod(whole, 60 * 10**7)
    return f"{whole_degrees:0{digits}d}{rest // 10**7:02d}.{rest % 10**7:07d},{positive if degrees >= 0 else negative}"


def epoch(at, fix):
    """The sentences of one second: RMC, GGA, GSA and the sky. Without a fix they say so and give no place."""
    clock = at.strftime("%H%M%S.00")
    date = at.strftime("%d%m%y")
    sky = "".join(
        sentence(f"GPGSV,2,{part},08," + ",".join(f"{prn:02d},{15 + prn:02d},{prn * 30:03d},40" for prn in prns))
        for part, prns in [(1, (2, 4, 5, 7)), (2, (8, 9, 10, 11))])
    if fix is None:
        return (sentence(f"GPRMC,{clock},V,,,,,,,{date},,,N") + sentence(f"GPGGA,{clock},,,,,0,00,99.99,,M,,M,,")
                + sentence("GPGSA,A,1,,,,,,,,,,,,,99.99,99.99,99.99") + sky)
    place = angle(fix["lat"], 2, "N", "S") + "," + angle(fix["lon"], 3, "E", "W")
    hdop = f"{fix['hdop']:.2f}"
    return (
        sentence(f"GPRMC,{clock},A,{place},{fix['speed'] / KNOT:.3f},{fix['course']:.2f},{date},,,A")
        + sentence(f"GPGGA,{clock},{place},1,08,{hdop},{fix['alt']:.1f},M,47.0,M,,")
        + sentence(f"GPGSA,A,3,02,04,05,07,08,09,10,11,,,,,{math.hypot(fix['hdop'], 1.5):.2f},{hdop},1.50") + sky)


def simulated(path, since):
    """Epochs of a day's samples from a second of it on, by the seconds since the feed began."""
    with open(path) as file:
        rows = list(csv.DictReader(file))
    begin = int(rows[0]["recv"])
    known = {(int(row["recv"]) - begin) // 1000: row for row in rows}
    last = None
    for second in range(since, since + 86_400):
        last = known.get(second, last)
        fix = None
        if second - since >= EPOCHS_WITHOUT_FIX and last is not None:
            fix = {"lat": float(last["lat"]), "lon": float(last["lon"]), "alt": float(last["alt"] or 0),
                   "hdop": max(float(last["hacc"]), 1) / METRES_A_DILUTION,
                   "speed": max(float(last["speed"] or 0), 0), "course": max(float(last["course"] or 0), 0) % 360}
        at = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
        yield epoch(at, fix), fix and {"t": int(at.timestamp()) * 1000, **fix}


def degrees(text, half):
    value = float(text)
    return math.copysign(int(value / 100) + value % 100 / 60, -1 if half in "SW" else 1)


def recorded(path):
    """Epochs of a real log: a new one begins with each RMC sentence."""
    sentences, fed = [], None
    with open(path, newline="") as file:
        for line in file:
            fields = line.strip().split("*")[0].split(",")
            kind = fields[0][3:]
            if kind == "RMC":
                if sentences:
                    yield "".join(sentences), fed
                sentences, fed = [], None
                if fields[2] == "A":
                    at = datetime.datetime.strptime(fields[9] + fields[1].split(".")[0], "%d%m%y%H%M%S")
                    at = at.replace(tzinfo=datetime.timezone.utc)
                    fed = {"t": int(at.timestamp()) * 1000, "lat": degrees(fields[3], fields[4]),
                           "lon": degrees(fields[5], fields[6]), "hdop": "", "alt": "",
                           "speed": float(fields[7]) * KNOT if fields[7] else "",
                           "course": float(fields[8]) if fields[8] else ""}
            elif kind == "GGA" and fed is not None and fields[9]:
                fed["hdop"], fed["alt"] = float(fields[8]), float(fields[9])
            if sentences or kind == "RMC":
                sentences.append(line.strip() + "\r\n")


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--port", type=int, default=0)
    options.add_argument("--fed", required=True)
    options.add_argument("--samples")
    options.add_argument("--since", type=int, default=0)
    options.add_argument("--nmea")
    options = options.parse_args()
    epochs = recorded(options.nmea) if options.nmea else simulated(options.samples, options.since)

    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", options.port))
    listener.listen(1)
    print(listener.getsockname()[1], flush=True)
    client, _ = listener.accept()
    with open(options.fed, "w", newline="") as file:
        table = csv.DictWriter(file, ["t", "lat", "lon", "hdop", "alt", "speed", "course"])
        table.writeheader()
        due = math.ceil(time.time())
        while True:
            # A gpsd that was started anew takes the place of the one before.
            wait = max(due - time.time(), 0)
            if select.select([listener], [], [], wait)[0]:
                client, _ = listener.accept()
                continue
            due += 1
            text, fed = next(epochs, (None, None))
            if text is None:
                return
            try:
                client.sendall(text.encode("ascii"))
            except OSError:
                continue
            if fed:
                table.writerow(fed)
                file.flush()


sys.exit(main())
