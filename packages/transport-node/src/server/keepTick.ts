// Keeps `process.nextTick` fast, which Node calls five times for each request.
import { createHook } from "node:async_hooks"

let kept: object | undefined

/**
 * Keeps one of Node's tick objects for as long as the process lives. V8 forgets the shape of objects of which a
 * collection of garbage finds none alive, and a `nextTick` that has met a few such shapes makes every later tick at ten
 * times the cost, for good. A busy server has ticks alive most of the time, one that starts has not.
 */
export const keepTick = (): void => {
  // Bun has no such shapes, and warns of hooks.
  if (kept !== undefined || process.versions["bun"] !== undefined) return
  const hook = createHook({
    init: (_id, type, _trigger, resource) => {
      if (type === "TickObject") kept = resource
    }
  })
  hook.enable()
  process.nextTick(() => undefined)
  hook.disable()
}
