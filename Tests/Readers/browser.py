"""Headless Chromium over its DevTools protocol: a page is opened, driven, and read. Nothing but file: and data: gets through,
and whatever was asked for is kept."""
import asyncio, base64, json, os, pathlib, shutil, subprocess, tempfile

import websockets

BINARIES = ["chromium-headless-shell", "chromium"]


class Page:
    """`async with Page(width, height, dark) as page:`"""

    def __init__(self, width=1200, height=900, dark=False, touch=False, scale=1):
        self.width, self.height, self.dark, self.touch, self.scale = width, height, dark, touch, scale
        self.requests, self.complaints, self.waiting, self.session, self.number = [], [], {}, None, 0

    async def __aenter__(self):
        binary = next((found for name in BINARIES if (found := shutil.which(name))), None)
        if binary is None:
            raise RuntimeError("no Chromium here: apt-get install chromium-headless-shell")
        self.folder = tempfile.mkdtemp(prefix="flightlog-browser-")
        environment = {key: value for key, value in os.environ.items() if key != "DBUS_SESSION_BUS_ADDRESS"}
        self.process = subprocess.Popen(
            [binary, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", "--no-first-run",
             f"--user-data-dir={self.folder}", "--disable-background-networking", "--disable-sync", "--hide-scrollbars",
             "--disable-component-update", "--force-color-profile=srgb",
             "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
        port, path = await self._address()
        self.socket = await websockets.connect(f"ws://127.0.0.1:{port}{path}", max_size=None, proxy=None)
        self.reader = asyncio.create_task(self._read())
        target = (await self.send("Target.createTarget", url="about:blank"))["targetId"]
        self.session = (await self.send("Target.attachToTarget", targetId=target, flatten=True))["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "DOM"):
            await self.send(domain + ".enable")
        await self.send("Fetch.enable", patterns=[{"urlPattern": "*"}])
        await self.size(self.width, self.height)
        await self.shade(self.dark)
        if self.touch:
            await self.send("Emulation.setTouchEmulationEnabled", enabled=True)
        return self

    async def __aexit__(self, *_):
        self.session = None
        try:
            await self.send("Browser.close")
        except Exception:
            self.process.kill()  # It was our own, and would not close.
        await asyncio.to_thread(self.process.wait)
        self.reader.cancel()
        shutil.rmtree(self.folder, ignore_errors=True)

    async def _address(self):
        file = pathlib.Path(self.folder) / "DevToolsActivePort"
        for _ in range(1500):
            words = file.read_text().split() if file.exists() else []
            if len(words) >= 2:
                return words
            if self.process.poll() is not None:
                raise RuntimeError(f"Chromium ended with status {self.process.returncode}")
            await asyncio.sleep(0.02)
        raise RuntimeError("Chromium did not say where it listens")

    async def _read(self):
        async for text in self.socket:
            message = json.loads(text)
            if "id" in message:
                self.waiting.pop(message["id"]).set_result(message)
                continue
            method, parameters = message["method"], message["params"]
            if method == "Fetch.requestPaused":
                url = parameters["request"]["url"]
                self.requests.append(url)
                allowed = url.startswith(("file:", "data:", "about:"))
                asyncio.create_task(
                    self.send("Fetch.continueRequest", requestId=parameters["requestId"]) if allowed else
                    self.send("Fetch.failRequest", requestId=parameters["requestId"], errorReason="BlockedByClient"))
            elif method in ("Runtime.exceptionThrown", "Network.loadingFailed"):
                self.complaints.append(f"{method}: {json.dumps(parameters)[:400]}")
            elif method == "Runtime.consoleAPICalled":
                self.complaints.append(f"console: {json.dumps(parameters)[:400]}")
            elif method == "Log.entryAdded":
                self.complaints.append(f"log: {parameters['entry'].get('text')}")
            elif method == "Page.loadEventFired":
                self.loaded.set()

    async def send(self, method, **parameters):
        self.number += 1
        answer = self.waiting[self.number] = asyncio.get_running_loop().create_future()
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        await self.socket.send(json.dumps(message))
        result = await asyncio.wait_for(answer, 120)
        if "error" in result:
            raise RuntimeError(f"{method}: {result['error']}")
        return result["result"]

    # MARK: What a reader does

    async def open(self, path, fragment=""):
        self.loaded = asyncio.Event()
        # The same file with another fragment would not be loaded anew.
        await self.send("Page.navigate", url="about:blank")
        await asyncio.wait_for(self.loaded.wait(), 60)
        self.loaded = asyncio.Event()
        self.requests.clear()
        await self.send("Page.navigate", url=pathlib.Path(path).absolute().as_uri() + fragment)
        await asyncio.wait_for(self.loaded.wait(), 60)
        await self.settle()

    async def settle(self):
        """Until the page has drawn what it was asked to."""
        await self.js("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 30))))")

    async def js(self, expression):
        result = await self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(json.dumps(result["exceptionDetails"])[:600])
        return result["result"].get("value")

    async def size(self, width, height):
        await self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=self.scale,
                        mobile=False)

    async def shade(self, dark):
        await self.send("Emulation.setEmulatedMedia",
                        features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    async def box(self, selector):
        """x, y, width, height of the first match in the window, scrolled into view."""
        return await self.js(
            f"(() => {{ const one = document.querySelector({json.dumps(selector)}); one.scrollIntoView({{block: 'center'}});"
            " const box = one.getBoundingClientRect(); return [box.x, box.y, box.width, box.height]; })()")

    async def mouse(self, kind, x, y, **more):
        await self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    async def drag(self, x, y, dx, steps=6):
        await self.mouse("mousePressed", x, y, button="left", buttons=1, clickCount=1)
        for step in range(1, steps + 1):
            await self.mouse("mouseMoved", x + dx * step / steps, y, button="left", buttons=1)
        await self.mouse("mouseReleased", x + dx, y, button="left", clickCount=1)
        await self.settle()

    async def wheel(self, x, y, delta, control=True):
        await self.mouse("mouseWheel", x, y, deltaX=0, deltaY=delta, modifiers=2 if control else 0)
        await self.settle()

    async def pinch(self, x, y, apart):
        """Two fingers go from 40 px to `apart` px from each other."""
        def points(width):
            return [{"x": x - width / 2, "y": y, "id": 0}, {"x": x + width / 2, "y": y, "id": 1}]
        await self.send("Input.dispatchTouchEvent", type="touchStart", touchPoints=points(40))
        for step in range(1, 9):
            await self.send("Input.dispatchTouchEvent", type="touchMove", touchPoints=points(40 + (apart - 40) * step / 8))
        await self.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        await self.settle()

    async def key(self, key, code=None, virtual=0, text=None):
        for kind in ("keyDown", "keyUp"):
            more = {"text": text} if text and kind == "keyDown" else {}
            await self.send("Input.dispatchKeyEvent", type=kind, key=key, code=code or key, windowsVirtualKeyCode=virtual,
                            **more)
        await self.settle()

    async def picture(self, path, whole=True):
        data = await self.send("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        pathlib.Path(path).write_bytes(base64.b64decode(data["data"]))

    async def pdf(self):
        return base64.b64decode((await self.send("Page.printToPDF", printBackground=True))["data"])
