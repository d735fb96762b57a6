import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { Rejection } from "../../../src/server/Rejection.ts"
import type { Exchange, RequestBody } from "../../../src/server/Exchange.ts"
import { makeBodyMemory } from "../../../src/server/limits/BodyMemory.ts"
import { makeReadBytes } from "../../../src/server/body/readBytes.ts"
import { ServerSettings } from "../../../src/server/ServerSettings.ts"
import { makeContext, makeExchange } from "../exchanges.ts"

const bodiesBytes = 2_000_000

const settings = { ...ServerSettings.defaultValue(), bodiesBytes }

const contextIn = (exchange: Exchange) => makeContext(exchange, {}, settings)

const contextOf = (size: number, length = String(size)) => {
  const headers = { "content-length": length }
  return contextIn(makeExchange("POST", "/v1/decisions", { body: "x".repeat(size), headers }).exchange)
}

/** A body of which `next` gives the pieces. */
const arriving = (length: number, next: RequestBody["next"]) => {
  const { exchange } = makeExchange("POST", "/v1/skills", { headers: { "content-length": String(length) } })
  return contextIn({ ...exchange, body: { ready: () => undefined, next } })
}

/** A body that brings so many bytes at once, then as many every second. */
const dripping = (bytes: number) => {
  let pieces = 0
  const next = Effect.suspend(() =>
    Effect.as(Effect.sleep(pieces++ === 0 ? 0 : 1_000), new Uint8Array(bytes))
  )
  return arriving(1_000_000, next)
}

describe("a body", () => {
  it.effect("that is there at once is read whole, however large", () =>
    Effect.gen(function* () {
      const readBytes = yield* makeReadBytes(yield* makeBodyMemory)
      for (const declared of [1, 262_144, 262_145, 1_000_000]) {
        const context = contextOf(declared)
        const { chunks, size } = yield* readBytes(context, () => undefined)
        assert.strictEqual(size, declared)
        assert.strictEqual(
          chunks.reduce((sum, { length }) => sum + length, 0),
          declared
        )
        context.release()
      }
    }).pipe(Effect.provideService(ServerSettings, settings))
  )

  it.effect.each(["5, 5", "-1000000", "x", ""])(
    "whose length is '%s' leaves the memory limit as it is",
    (length) =>
      Effect.gen(function* () {
        const readBytes = yield* makeReadBytes(yield* makeBodyMemory)
        const first = contextOf(10, length)
        yield* readBytes(first, () => undefined)
        first.release()
        assert.strictEqual(
          (yield* Effect.flip(readBytes(contextOf(bodiesBytes / 2 + 1), () => undefined)))._tag,
          "UnavailableError"
        )
      }).pipe(Effect.provideService(ServerSettings, settings))
  )

  it.effect("holds memory for what has arrived, not for what was declared", () =>
    Effect.gen(function* () {
      const readBytes = yield* makeReadBytes(yield* makeBodyMemory)
      for (let senders = 0; senders < 50; senders++) {
        yield* Effect.forkChild(readBytes(arriving(1_000_000, Effect.never), () => undefined))
      }
      yield* Effect.yieldNow
      assert.strictEqual((yield* readBytes(contextOf(1_000_000), () => undefined)).size, 1_000_000)
    }).pipe(Effect.provideService(ServerSettings, settings))
  )

  it.effect("that is declared larger than what is left is refused unread", () =>
    Effect.gen(function* () {
      const readBytes = yield* makeReadBytes(yield* makeBodyMemory)
      const unread = arriving(1_000_001, Effect.die("It was read"))
      assert.strictEqual((yield* Effect.flip(readBytes(unread, () => undefined)))._tag, "UnavailableError")
    }).pipe(Effect.provideService(ServerSettings, settings))
  )

  it.effect.each([
    [1_023, 10, true],
    [1_024, 10, false],
    [1_024, 59, false],
    [1_024, 60, true]
  ] as const)("of %d bytes a second is refused after %d seconds: %s", ([rate, seconds, isRefused]) =>
    Effect.gen(function* () {
      const readBytes = yield* makeReadBytes(yield* makeBodyMemory)
      const read = yield* Effect.forkChild(readBytes(dripping(rate), () => undefined))
      // The first piece comes at once, and one that comes as the window ends is not in it.
      for (let second = 0; second < seconds; second++) yield* TestClock.adjust("1 second")
      const exit = read.pollUnsafe()
      assert.strictEqual(exit !== undefined, isRefused)
      if (exit !== undefined) assert.instanceOf(Exit.isFailure(exit) && (yield* Effect.flip(exit)), Rejection)
      yield* Fiber.interrupt(read)
    }).pipe(Effect.provideService(ServerSettings, settings))
  )
})
