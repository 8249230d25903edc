"""Makes pictures of what Samples/screenshots gathered: terminal output with its colours, and the page of the report.
Usage: take.py FROM TO, both folders."""
import asyncio, html, pathlib, re, sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Tests" / "Readers"))
from browser import Page

# The styles that the tools use, as a terminal of light letters on dark shows them.
STYLES = {"1": "font-weight:700", "2": "opacity:.65", "31": "color:#ff8a70", "32": "color:#7fd0a0", "33": "color:#f0c060"}
FRAME = """<!DOCTYPE html><meta charset="utf-8"><style>
body {{ margin: 0; background: #12171a; display: inline-block; }}
pre {{ margin: 0; padding: 18px 22px; color: #dfe5e6; font: 13px/1.42 "DejaVu Sans Mono", ui-monospace, monospace; }}
b {{ color: #6cc5d3; font-weight: 400; }}
</style><pre><b>$ analyze {command}</b>
{text}</pre>"""


def marked(text):
    """Escape sequences as spans."""
    parts, open_ = [], False
    for piece in re.split(r"(\x1b\[[0-9;]*m)", text.replace("\r", "")):
        sequence = re.fullmatch(r"\x1b\[([0-9;]*)m", piece)
        if not sequence:
            parts.append(html.escape(piece))
            continue
        parts.append("</span>" if open_ else "")
        style = ";".join(STYLES[code] for code in sequence[1].split(";") if code in STYLES)
        open_ = bool(style)
        parts.append(f'<span style="{style}">' if open_ else "")
    return "".join(parts) + ("</span>" if open_ else "")


async def terminal(source, target, command):
    page_file = source.with_suffix(".html")
    page_file.write_text(FRAME.format(command=command, text=marked(source.read_text().rstrip())))
    async with Page(1600, 900, scale=1.5) as page:
        await page.open(page_file)
        width, height = await page.js("[document.body.offsetWidth, document.body.offsetHeight]")
        await page.size(width, height)
        await page.picture(target)


async def report(source, folder):
    for name, width, height, dark, fragment in [
        ("report", 1180, 1480, False, ""), ("report-dark", 1180, 860, True, "#gap=2"), ("report-phone", 360, 780, True, "")]:
        async with Page(width, height, dark) as page:
            await page.open(source, fragment)
            if fragment:
                await page.js("document.querySelector('#timeline').scrollIntoView()")
                await page.settle()
            await page.picture(folder / f"{name}.png", whole=False)


async def main(source, folder):
    await terminal(source / "gaps.ansi", folder / "gaps.png", "gaps day.age -i key.txt")
    await terminal(source / "timeline.ansi", folder / "timeline.png", "timeline day.age -i key.txt")
    await report(source / "report.html", folder)


asyncio.run(main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])))
