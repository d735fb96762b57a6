// Work in threads: it is ended when it takes too long or too much, and one group does not keep others from working.
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { assert, describe, it, vi } from "vitest"
import { idleTime, workOutput } from "../../../src/scheduling/limits.ts"
import { makeWorkerPool } from "../../../src/server/workers/WorkerPool.ts"
import { Caller } from "../../../src/server/Caller.ts"
import type { Task } from "./work.ts"

const makePool = (module: string) =>
  makeWorkerPool<Task, string | ReadonlyArray<string>>({
    module,
    beside: import.meta.url,
    here: ({ kind, text }) => {
      if (kind === "recursion") throw new RangeError("too deep")
      if (kind === "bug") throw new TypeError("a bug")
      return kind === "copies" ? "x".repeat(workOutput) : `here: ${text}`
    }
  })

const threads = makePool("work")
const done = (task: Task, pool = threads) => Effect.runPromise(pool.run(task))
const echo: Task = { kind: "echo", text: "a" }
const loop: Task = { kind: "loop", text: "" }

const isDefect = async (task: Task, message: RegExp, pool = threads) => {
  const exit = await Effect.runPromiseExit(pool.run(task))
  assert.match(Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "", message)
}

describe("work in a thread", () => {
  it.each(["loop", "memory", "recursion"] as const)(
    "that cannot end has no output, and the next has: %s",
    async (kind) => {
      assert.isUndefined(await done({ kind, text: "x" }))
      assert.strictEqual(await done(echo), "a")
    }
  )

  it("whose output is as large as it may be has it, a larger one has none", async () => {
    const text = "x".repeat(workOutput - 1)
    assert.strictEqual(await done({ kind: "echo", text }), text)
    assert.isUndefined(await done({ kind: "echo", text: `${text}x` }))
    assert.isUndefined(await done({ kind: "copies", text: "x".repeat(10_000) }))
  })

  it("of one group leaves a thread to the others", async () => {
    const ended: Array<string> = []
    const as = (group: string, task: Task) =>
      Effect.map(threads.run(task), () => ended.push(group)).pipe(
        Effect.provideService(Caller, { group, key: "key" })
      )
    const fork = Effect.forkChild(as("slow", loop), { startImmediately: true })
    const all = Effect.gen(function* () {
      const loops = [yield* fork, yield* fork]
      yield* as("quick", echo)
      yield* Effect.forEach(loops, Fiber.join)
    })
    await Effect.runPromise(all)
    assert.deepEqual(ended, ["quick", "slow", "slow"])
  })
})

it("a thread without work is ended after a time, and the next work has another", async () => {
  const pool = makePool("work")
  const count: Task = { kind: "count", text: "" }
  assert.deepEqual([await done(count, pool), await done(count, pool)], ["1", "2"])
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  try {
    assert.strictEqual(await done(count, pool), "3")
    vi.advanceTimersByTime(idleTime - 1)
    assert.strictEqual(await done(count, pool), "4")
    vi.advanceTimersByTime(idleTime)
    assert.strictEqual(await done(count, pool), "1")
  } finally {
    vi.useRealTimers()
  }
})

it("where there are no threads all work is done here, bounded and with defects as in a thread", async () => {
  const none = makePool("noSuchModule")
  assert.deepEqual(await Promise.all([done(echo, none), done(echo, none)]), ["here: a", "here: a"])
  assert.isUndefined(await done({ kind: "recursion", text: "" }, none))
  assert.isUndefined(await done({ kind: "copies", text: "" }, none))
  await isDefect({ kind: "bug", text: "" }, /a bug/, none)
})
