// Replies of a Redis: those that its script cannot give count nothing.
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import { makeWindows } from "../src/fixedWindow.ts"

const take = (reply: unknown) =>
  Effect.runPromise(
    makeWindows({
      run: () => Effect.succeed(reply),
      publish: () => Effect.void,
      listen: () => undefined
    })
      .take({ name: "rl:{group}:chat.create", amount: 1, limit: 20, seconds: 60 })
      .pipe(
        Effect.map(({ isTaken, now, used }) => ({ isTaken, now, used })),
        Effect.catch(({ message }) => Effect.succeed(message))
      )
  )

describe("a reply of Redis", () => {
  it("is what a window has left", async () => {
    assert.deepEqual(await take([1, 7, 120, 130, 250_000]), { isTaken: true, now: 130_250, used: 7 })
    assert.deepEqual(await take([0, 20, 120, 179, 0]), { isTaken: false, now: 179_000, used: 20 })
  })

  it.each([
    ["a window that is over", [1, 7, 120, 180, 0]],
    ["a number that no window has", [1, 7, Number("9223372036854775807"), 0, 0]],
    ["texts", ["1", "7", "120", "130", "0"]],
    ["too many", [1, 7, 120, 130, 0, 0]],
    ["no list", "OK"]
  ])("with %s is a failure, so that a node counts by itself", async (_, reply) => {
    assert.strictEqual(await take(reply), "Redis sent an unexpected reply")
  })
})
