import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { makeReadBytes } from "../../../src/server/body/readBytes.ts"
import { RequestContext } from "../../../src/server/RequestContext.ts"
import { ServerSettings } from "../../../src/server/ServerSettings.ts"
import { makeExchange } from "../exchanges.ts"

const bodiesBytes = 1_000_000

const settings = { ...ServerSettings.defaultValue(), bodiesBytes }

const contextOf = (size: number, length = String(size)) =>
  new RequestContext(
    makeExchange("POST", "/v1/decisions", { body: "x".repeat(size), headers: { "content-length": length } })
      .exchange,
    settings,
    {
      method: "POST",
      route: "none",
      startedAt: 0,
      bytesIn: 0,
      whenEnding: () => () => undefined,
      services: Context.empty()
    }
  )

describe("a body", () => {
  it.effect("that is there at once is read whole, however large", () =>
    Effect.gen(function* () {
      const readBytes = yield* makeReadBytes
      for (const declared of [1, 262_144, 262_145, 999_999]) {
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
        const readBytes = yield* makeReadBytes
        const first = contextOf(10, length)
        yield* readBytes(first, () => undefined)
        first.release()
        assert.strictEqual(
          (yield* Effect.flip(readBytes(contextOf(bodiesBytes + 1), () => undefined)))._tag,
          "UnavailableError"
        )
      }).pipe(Effect.provideService(ServerSettings, settings))
  )
})
