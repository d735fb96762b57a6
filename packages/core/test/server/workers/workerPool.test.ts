// Work in threads: it is ended when it takes too long or too much, and one group does not keep others from working.
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { assert, describe, it } from "vitest"
import { workOutput } from "../../../src/scheduling/limits.ts"
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

const pool = makePool("work")
const done = (task: Task, of = pool) => Effect.runPromise(of.run(task))
const echo: Task = { kind: "echo", text: "a" }

/** Runs work for groups, and notes whose has ended. */
const inGroups = () => {
  const ended: Array<string> = []
  const as = (group: string, task: Task) =>
    pool.run(task).pipe(
      Effect.provideService(Caller, { group, key: "key" }),
      Effect.tap(() => Effect.sync(() => ended.push(group)))
    )
  return { as, ended }
}

describe("work in a thread", () => {
  it("gives its output", async () => assert.strictEqual(await done(echo), "a"))

  it.each(["loop", "pattern", "memory", "recursion"] as const)(
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

  it("that throws otherwise is a defect", async () => {
    const exit = await Effect.runPromiseExit(pool.run({ kind: "bug", text: "" }))
    assert.isTrue(Exit.isFailure(exit) && /a bug/.test(Cause.pretty(exit.cause)))
  })

  it("that cannot be sent is a defect, and the next has an output", async () => {
    const task: Task & { readonly more: () => number } = { ...echo, more: () => 0 }
    const exit = await Effect.runPromiseExit(pool.run(task))
    assert.isTrue(Exit.isFailure(exit) && /could not be cloned/.test(Cause.pretty(exit.cause)))
    assert.strictEqual(await done(echo), "a")
  })

  it("of one group leaves a thread to the others", async () => {
    const { as, ended } = inGroups()
    const all = Effect.gen(function* () {
      const loops = yield* Effect.forEach(
        [1, 2],
        () => Effect.forkChild(as("one", { kind: "loop", text: "" })),
        {}
      )
      yield* as("two", echo)
      yield* Effect.forEach(loops, Fiber.join)
    })
    await Effect.runPromise(all)
    assert.deepEqual(ended, ["two", "one", "one"])
  })

  it("of groups whose work was ended before leaves a thread to the others", async () => {
    const { as, ended } = inGroups()
    const loops = Effect.forEach(
      ["slow", "slower"],
      (group) => Effect.forkChild(as(group, { kind: "loop", text: "" }), { startImmediately: true }),
      {}
    )
    const all = Effect.gen(function* () {
      yield* Effect.flatMap(loops, Effect.forEach(Fiber.join))
      assert.sameMembers(ended.splice(0), ["slow", "slower"])
      const again = yield* loops
      yield* as("quick", echo)
      yield* Effect.forEach(again, Fiber.join)
    })
    await Effect.runPromise(all)
    assert.strictEqual(ended[0], "quick")
    assert.sameMembers(ended, ["quick", "slow", "slower"])
  })

  it("that nobody waits for any more is not begun", async () => {
    const waits = Effect.gen(function* () {
      const busy = yield* Effect.forkChild(pool.run({ kind: "loop", text: "" }))
      const waiting = yield* Effect.forkChild(pool.run(echo))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(waiting)
      assert.isUndefined(yield* Fiber.join(busy))
      return yield* pool.run(echo)
    })
    assert.strictEqual(await Effect.runPromise(waits), "a")
  })
})

describe("where there are no threads", () => {
  const none = makePool("noSuchModule")

  it("all work is done here, that which waited first", async () =>
    assert.deepEqual(await Promise.all([done(echo, none), done(echo, none)]), ["here: a", "here: a"]))

  it("an input that cannot be worked on has no output, and a bug is a defect", async () => {
    assert.isUndefined(await done({ kind: "recursion", text: "" }, none))
    assert.isUndefined(await done({ kind: "copies", text: "" }, none))
    const exit = await Effect.runPromiseExit(none.run({ kind: "bug", text: "" }))
    assert.isTrue(Exit.isFailure(exit) && /a bug/.test(Cause.pretty(exit.cause)))
  })
})
