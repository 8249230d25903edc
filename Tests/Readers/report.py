"""The page of `analyze report` in headless Chromium, driven as a reader drives it, and checked by what the page itself says of
its elements. Prints a line a failure; status 1 where one fails."""
import asyncio, importlib.util, json, os, pathlib, statistics, subprocess, sys, tempfile, time

import logs
from browser import Page

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = ROOT / ".build" / os.environ.get("FLIGHTLOG_BUILD", "debug")
AXE = pathlib.Path(importlib.util.find_spec("axe_playwright_python").origin).parent / "axe.min.js"
failures = []


def expect(name, found, wanted=True):
    if found != wanted:
        failures.append(name)
        print(f"report: {name}: found {str(found)[:600]}, expected {str(wanted)[:300]}")


def make(log, page, *more):
    began = time.monotonic()
    run = subprocess.run([TOOLS / "analyze", "report", log, "-o", page, "--force", *more], capture_output=True, text=True)
    expect(f"{page.name}: status and errors", (run.returncode, run.stderr), (0, ""))
    print(f"report: {page.name}: {page.stat().st_size / 1e6:.2f} MB, {time.monotonic() - began:.1f} s")
    return page


def gap_count(log):
    out = subprocess.run([TOOLS / "analyze", "gaps", log, "--format", "json"], capture_output=True, text=True).stdout
    return len(json.loads(out)["gaps"])


# MARK: What the page says of itself

GAPS = """[...document.querySelectorAll('.gap')].map(gap => [gap.getBBox().width, gap.getBoundingClientRect().width])"""
AXIS = """[...document.querySelectorAll('.axis text')].map(text => text.textContent)"""
READOUT = "document.querySelector('.readout').textContent"
OVERFLOW = "document.documentElement.scrollWidth - innerWidth"
# Steps between two points of a drawn line that lead over a gap, in pixels of the plot.
CROSSINGS = """(() => {
  const gaps = [...document.querySelectorAll('.gap')].map(gap => [+gap.getAttribute('x'), +gap.getAttribute('x') + +gap.getAttribute('width')]);
  let crossings = 0;
  for (const path of document.querySelectorAll('.line')) {
    let last = null;
    for (const [, command, x] of path.getAttribute('d').matchAll(/([ML])(-?[\\d.]+) /g)) {
      if (command === 'L' && gaps.some(([from, to]) => to - from > 3 && last < from + 1 && +x > to - 1)) crossings++;
      last = +x;
    }
  }
  return crossings;
})()"""


async def check_gaps(page, name, wanted):
    widths = await page.js(GAPS)
    expect(f"{name}: gaps in the page", len(widths), wanted)
    expect(f"{name}: gaps narrower than a pixel", [w for w in widths if w[0] < 1], [])
    expect(f"{name}: lines across a gap", await page.js(CROSSINGS), 0)


async def check_clean(page, name):
    expect(f"{name}: console", page.complaints, [])
    expect(f"{name}: requests", [url for url in page.requests if not url.startswith("file:")], [])
    expect(f"{name}: one request", len(page.requests), 1)


async def check_axe(page, name):
    await page.send("Runtime.evaluate", expression=AXE.read_text())
    found = await page.js(
        "axe.run(document, {resultTypes: ['violations']}).then(result => result.violations.map("
        "one => [one.impact, one.id, one.nodes.slice(0, 3).map(node => node.html.slice(0, 160) + ' ' + node.failureSummary.slice(0, 200))]))")
    expect(f"{name}: axe-core", [one for one in found if one[0] in ("serious", "critical")], [])


# MARK: As readers use it


async def drive(path, count):
    async with Page() as page:
        await page.open(path)
        await check_clean(page, "day")
        await check_gaps(page, "day", count)
        whole = await page.js(AXIS)
        x, y, width, height = await page.box(".surface.lanes")
        middle = x + width * 0.6, y + height / 2
        for step in range(6):
            await page.wheel(*middle, -60)
            await check_gaps(page, f"day, zoom {step + 1}", count)
        near = await page.js(AXIS)
        expect("zoom by the wheel shows other times", near != whole)
        await page.drag(*middle, -200)
        expect("dragging moves", await page.js(AXIS) != near)
        expect("the address has the part", await page.js("new Promise(done => setTimeout(() => done(/^#t=/.test(location.hash)), 400))"))
        await page.mouse("mouseMoved", *middle)
        await page.settle()
        expect("hover tells the moment", await page.js(f"/\\d\\d:\\d\\d:\\d\\d/.test({READOUT}) && !document.querySelector('.cursor').hidden"))
        expect("hover fills the margins", await page.js("[...document.querySelectorAll('.lane-value')].some(one => one.textContent !== '')"))
        await page.js("document.querySelector('.surface.lanes').focus()")
        await page.key("0", text="0", virtual=48)
        expect("0 shows all", await page.js(AXIS), whole)
        for key in ("+", "ArrowRight", "ArrowLeft", "n", "-", "Home", "End", "p"):
            await page.key(key, text=key if len(key) == 1 else None)
            await check_gaps(page, f"day, key {key}", count)
        expect("n and p choose a gap", await page.js("document.querySelectorAll('.gap.selected').length"), min(1, count))
        await page.js("document.querySelector('.gap')?.dispatchEvent(new MouseEvent('click', {bubbles: true}))")
        await page.settle()
        expect("a gap's card is found", await page.js("document.querySelectorAll('.card.selected').length"), min(1, count))
        await check_map(page)
        await check_clean(page, "day, driven")


async def check_map(page):
    scale = "document.querySelector('.scale text').textContent"
    before = await page.js(scale)
    x, y, width, height = await page.box("#map .surface")
    for _ in range(4):
        await page.wheel(x + width / 2, y + height / 2, -60)
    expect("the map zooms", await page.js(scale) != before)
    await page.js("document.querySelector('#map .surface').focus()")
    await page.key("0", text="0", virtual=48)
    expect("0 shows the whole map", await page.js(scale), before)
    expect("north", await page.js("document.querySelector('.north text').textContent"), "N")
    boxes = await page.js("document.querySelectorAll('.legend input').length")
    if boxes:
        await page.js("document.querySelector('.legend input').click()")
        await page.settle()
        expect("dropped fixes are drawn", await page.js("[...document.querySelectorAll('svg.map .dropped')].some(one => one.getAttribute('d'))"))


async def looks(path):
    """Sizes, shades, links, paper."""
    async with Page(320, 640) as page:
        for dark in (False, True):
            await page.shade(dark)
            await page.open(path)
            expect(f"320 px, dark {dark}: nothing is wider than the page", await page.js(OVERFLOW) <= 0)
            await check_axe(page, f"320 px, dark {dark}")
            colour = await page.js("getComputedStyle(document.body).backgroundColor")
            expect(f"dark {dark}: background", sum(map(int, colour[4:-1].split(","))) < 200, dark)
        await check_clean(page, "320 px")
    async with Page() as page:
        for dark in (False, True):
            await page.shade(dark)
            await page.open(path)
            await page.js("document.querySelectorAll('details').forEach(one => one.open = true)")
            await check_axe(page, f"1200 px, dark {dark}")
        await page.open(path, "#t=08:10-08:20")
        texts = await page.js(READOUT)
        expect("a link to a part shows it", texts.startswith("08:10:00 – 08:20:00"), True)
        await page.open(path, "#gap=1")
        expect("a link to a gap chooses it", await page.js("document.querySelector('.gap.selected')?.dataset.gap"), "0")
        await page.open(path, "#t=%3Cscript%3E-99:99")
        expect("a link of nonsense shows all", await page.js("document.querySelectorAll('.gap').length > 0"))
        pdf = await page.pdf()
        expect("prints", pdf[:5] == b"%PDF-" and len(pdf) > 20_000)
        fills = await page.js("[...new Set([...document.querySelectorAll('.gap')].map(gap => getComputedStyle(gap).fill))]")
        expect("gaps are drawn in patterns", [fill for fill in fills if "url(" not in fill], [])
        await check_clean(page, "links and paper")
    async with Page(390, 800, touch=True) as page:
        await page.open(path)
        before = await page.js(AXIS)
        x, y, width, height = await page.box(".surface.lanes")
        await page.pinch(x + width / 2, y + height / 2, 240)
        expect("two fingers zoom", await page.js(AXIS) != before)


async def bear(path, count):
    """A week: painted in time, and pan after pan without a long frame. What is checked is processor time of the page's main
    thread, which other work on the machine does not change; wall time is told beside it."""
    async with Page() as page:
        await page.send("Performance.enable", timeDomain="threadTicks")
        began = time.monotonic()
        await page.open(path)
        wall, painted = time.monotonic() - began, (await processor(page))["TaskDuration"]
        print(f"report: week: opened and painted with {painted * 1000:.0f} ms of processor time, {wall * 1000:.0f} ms by the wall")
        expect("week: lanes painted within 2 s", painted < 2)
        expect("week: lanes are there", await page.js("document.documentElement.classList.contains('ready')"))
        await check_gaps(page, "week", count)
        peak = "Math.min(...document.querySelector('.line-accuracy').getAttribute('d').match(/ [\\d.]+/g).map(Number))"
        expect("week: the one bad accuracy is at the top of its lane", await page.js(peak) < 6)
        press = ("document.querySelector('.surface.lanes').dispatchEvent(new KeyboardEvent('keydown', {{key: '{}', bubbles: true}}));"
                 "new Promise(done => requestAnimationFrame(() => setTimeout(done, 0)))")
        await page.js("document.querySelector('.surface.lanes').focus()")
        for key in ("+", "+", "+", "Home"):
            await page.js(press.format(key))
        frames, walls = [], []
        for _ in range(60):
            before, began = await processor(page), time.monotonic()
            await page.js(press.format("ArrowRight"))
            walls.append((time.monotonic() - began) * 1000)
            frames.append(((await processor(page))["TaskDuration"] - before["TaskDuration"]) * 1000)
        frames.sort()
        walls.sort()
        print(f"report: week: 60 pans, processor time median {statistics.median(frames):.0f} ms, 95 % within {frames[56]:.0f} ms;"
              f" by the wall {statistics.median(walls):.0f} and {walls[56]:.0f} ms")
        expect("week: 95 % of the pans within 50 ms", frames[56] < 50)
        await check_gaps(page, "week, panned", count)


async def processor(page):
    return {one["name"]: one["value"] for one in (await page.send("Performance.getMetrics"))["metrics"]}


async def hostile(path):
    async with Page() as page:
        await page.open(path)
        await check_clean(page, "hostile")
        expect("hostile: elements of its own", await page.js("document.querySelectorAll('script').length"), 2)
        expect("hostile: no alert", await page.js("window.alerted === undefined"))


async def main(folder):
    day = logs.days(folder / "day", 1)
    week = logs.days(folder / "week", 7)
    page = make(day, folder / "day.html")
    expect("a day's report is under 2 MB", page.stat().st_size < 2_000_000)
    count = gap_count(day)
    await drive(page, count)
    await looks(page)
    page = make(week, folder / "week.html")
    expect("a week's report is under 6 MB", page.stat().st_size < 6_000_000)
    await bear(page, gap_count(week))
    await hostile(make(logs.hostile(folder / "hostile"), folder / "hostile.html"))
    both = make(day, folder / "compare.html", "--compare", week, "--lang", "zh")
    async with Page() as page:
        await page.open(both)
        await check_clean(page, "compare")
        await check_axe(page, "compare")


with tempfile.TemporaryDirectory() as WORK:
    began = time.monotonic()
    asyncio.run(main(pathlib.Path(WORK)))
    print(f"report: {len(failures)} failures, {time.monotonic() - began:.0f} s")
sys.exit(1 if failures else 0)
