// Wheel, pointer, touch and keys, the same for the timeline and the map. `target` has move(dx, dy), zoom(factor, x, y),
// all(), and where it has one, hover(x, y) with null for nothing.

function listen(surface, target) {
  const pointers = new Map();
  const place = (event) => {
    const box = surface.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  surface.addEventListener("wheel", (event) => {
    const at = place(event);
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      target.zoom(Math.exp(Math.max(-60, Math.min(60, event.deltaY)) * 0.01), at.x, at.y);
    } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      target.move(-(event.deltaX || event.deltaY), 0);
    }
  }, { passive: false });
  surface.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || event.target.closest("button, label")) return;
    pointers.set(event.pointerId, place(event));
  });
  surface.addEventListener("pointermove", (event) => {
    const now = place(event), before = pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") target.hover?.(now.x, now.y);
      return;
    }
    if (!surface.hasPointerCapture(event.pointerId) && Math.hypot(now.x - before.x, now.y - before.y) > 3) {
      surface.setPointerCapture(event.pointerId);
    }
    if (!surface.hasPointerCapture(event.pointerId)) return;
    if (pointers.size === 2) {
      const [other] = [...pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      const apart = (a) => Math.max(20, Math.hypot(a.x - other.x, a.y - other.y));
      target.zoom(apart(before) / apart(now), (now.x + other.x) / 2, (now.y + other.y) / 2);
    } else {
      target.move(now.x - before.x, now.y - before.y);
    }
    pointers.set(event.pointerId, now);
  });
  const release = (event) => {
    const before = pointers.get(event.pointerId);
    pointers.delete(event.pointerId);
    // A tap shows what is there.
    if (before && event.type === "pointerup" && !surface.hasPointerCapture(event.pointerId)) target.hover?.(before.x, before.y);
  };
  surface.addEventListener("pointerup", release);
  surface.addEventListener("pointercancel", release);
  surface.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "mouse" && !pointers.has(event.pointerId)) target.hover?.(null, null);
  });
  surface.addEventListener("dblclick", (event) => {
    const at = place(event);
    target.zoom(0.4, at.x, at.y);
  });
  surface.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target !== surface) return;
    const far = event.shiftKey ? 0.9 : 0.2;
    const box = surface.getBoundingClientRect();
    const keys = {
      ArrowLeft: () => target.move(box.width * far, 0), ArrowRight: () => target.move(-box.width * far, 0),
      ArrowUp: () => target.move(0, box.height * far), ArrowDown: () => target.move(0, -box.height * far),
      "+": () => target.zoom(0.5), "=": () => target.zoom(0.5), "-": () => target.zoom(2), 0: () => target.all(),
      Home: () => target.move(Infinity, 0), End: () => target.move(-Infinity, 0), ...target.keys,
    };
    const act = keys[event.key];
    if (!act || (!target.vertical && /^Arrow(Up|Down)$/.test(event.key))) return;
    event.preventDefault();
    act();
  });
}

function button(label, sign, act) {
  const made = element("button", { type: "button", title: label, "aria-label": label }, sign);
  made.addEventListener("click", act);
  return made;
}
