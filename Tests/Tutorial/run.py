"""Follows docs/tutorial.md as a reader would: writes its files, runs its commands, compares what they print.

    run.py PAGE FOLDER [--write]     FOLDER holds the clone, or a link to it, as `flightlog`

A block after a line that ends in "`NAME`:" is a file below FOLDER. In a block of `console`, lines that begin with `$ ` are commands, all
of one shell; the lines behind one are what it prints, on stdout and stderr. Times, lengths, sizes, keys and the numbers of a
table are left out of the comparison. With --write the page gets what was printed instead.
"""
import difflib
import os
import re
import signal
import subprocess
import sys

MASKS = [
    (r"age1[0-9a-z]{58}", "KEY"),
    (r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "UUID"),
    (r"\d{4}-\d\d-\d\d", "DATE"),
    (r"\d\d:\d\d:\d\d(\.\d+)?", "TIME"),
    (r"\d[\d,]*(\.\d+)?(?= ?((s|ms|min|h|m|km|bytes|KiB|MiB|kB|MB)\b|%))", "N"),
    (r"(?<=\()\d+\.\d+s(?=\))", "N"),
    # Whichever of them comes first when a process runs again.
    (r"\b(hb|sample|hole)$", "RECORD"),
]
TABLE_ROW = re.compile(r"^(!? +\S)")


def comparable(lines):
    """The lines as they are compared: masked, without the note on late beats that only some phases of a beat bring about."""
    kept = [masked(line) for line in lines if not line.startswith("late ")]
    return [line for index, line in enumerate(kept) if line or index and kept[index - 1]]


def masked(line):
    for pattern, word in MASKS:
        line = re.sub(pattern, word, line)
    if TABLE_ROW.match(line):
        line = re.sub(r"\d[\d,.]*", "N", line)
    # Columns are as wide as what stands in them.
    return re.sub(r" +", " ", line).strip()


class Shell:
    """One bash for the whole page. What is printed in the background belongs to no command and goes to a file."""

    END = "=== end of command"

    def __init__(self, folder):
        environment = {**os.environ, "SWIFT_BACKTRACE": "enable=no", "LC_ALL": "C.UTF-8", "TZ": "UTC"}
        self.process = subprocess.Popen(
            ["bash", "--noprofile", "--norc"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, env=environment, start_new_session=True)

    def run(self, command):
        self.process.stdin.write(f"{command}\nprintf '\\n{self.END} %s\\n' $?\n")
        self.process.stdin.flush()
        lines = []
        for line in self.process.stdout:
            if line.startswith(self.END):
                break
            lines.append(line.rstrip("\n"))
        else:
            raise SystemExit(f"tutorial: the shell ended at: {command}")
        if lines and lines[-1] == "":
            lines.pop()
        # What a shell says of its jobs differs from shell to shell.
        lines = [text for text in lines if not re.search(r"\bline \d+: +\d+ (Killed|Terminated)", text)]
        return lines, int(line.split()[-1])

    def end(self):
        os.killpg(self.process.pid, signal.SIGKILL)


def follow(page, folder, write):
    with open(page, encoding="utf-8") as file:
        lines = file.read().split("\n")
    shell = Shell(folder)
    made, wrong = [], 0
    try:
        index = 0
        while index < len(lines):
            line = lines[index]
            made.append(line)
            index += 1
            if not line.startswith("```"):
                continue
            end = lines.index("```", index)
            block = lines[index:end]
            index = end + 1
            named = next((text for text in reversed(made[:-1]) if text), "")
            if line == "```console":
                made += run(shell, block, write)
                wrong += run.wrong
            else:
                made += block
                if match := re.search(r"`([^`]+)`:$", named):
                    with open(os.path.join(folder, match[1]), "w", encoding="utf-8") as file:
                        file.write("\n".join(block) + "\n")
            made.append("```")
    finally:
        shell.end()
    if write:
        with open(page, "w", encoding="utf-8") as file:
            file.write("\n".join(made))
    return wrong


def run(shell, block, write):
    """The block as it is now; run.wrong counts the commands that failed or printed something else."""
    made, run.wrong = [], 0
    index = 0
    while index < len(block):
        command = block[index].removeprefix("$ ")
        index += 1
        wanted = []
        while index < len(block) and not block[index].startswith("$ "):
            wanted.append(block[index])
            index += 1
        print(f"$ {command}", flush=True)
        found, status = shell.run(command)
        made += [f"$ {command}", *found]
        for line in found:
            print(line)
        if status != 0:
            print(f"tutorial: status {status}")
            run.wrong += 1
        before, after = comparable(wanted), comparable(found)
        if before != after and not write:
            run.wrong += 1
            print("\n".join(difflib.unified_diff(before, after, "the page", "the command", lineterm="")))
    return made


wrong = follow(sys.argv[1], sys.argv[2], "--write" in sys.argv[3:])
if wrong:
    sys.exit(f"tutorial: {wrong} of its commands failed or print something else")
print("tutorial: ok")
