// Lines of trouble: what they hold, and what they leave out.
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { PassThrough } from "node:stream"
import { makeLines } from "../../src/logging/lineWriter.ts"
import { troubleOf } from "../../src/logging/logs.ts"

const canary = "canary-22d6"

/** What is told of one effect. */
const told = Effect.fnUntraced(function* (effect: Effect.Effect<void>) {
  const lines: Array<ReturnType<typeof troubleOf>> = []
  const logger = Logger.make((options: Logger.Options<unknown>) => void lines.push(troubleOf(options)))
  yield* Effect.provide(effect, Logger.layer([logger]))
  return lines
})

describe("a line of trouble", () => {
  it.effect("has the id of its request, the class and words of the failure, and where it was", () =>
    Effect.gen(function* () {
      const [line] = yield* told(
        Effect.annotateLogs(
          Effect.logError("A request failed unexpectedly", Cause.die(new RangeError("too far"))),
          {
            requestId: "r1"
          }
        )
      )
      const [cause] = line?.causes ?? []
      assert.strictEqual(line?.level, "error")
      assert.strictEqual(line?.message, "A request failed unexpectedly")
      assert.strictEqual(line?.["request_id" as "message"], "r1")
      assert.strictEqual(cause?.type, "RangeError")
      assert.strictEqual(cause?.message, "too far")
      assert.match(cause?.stack?.[0] ?? "", /^at /)
    })
  )

  it.effect("leaves out what a parser could not read, and what is neither text nor number", () =>
    Effect.gen(function* () {
      const broken = new SyntaxError(`Unexpected token 'c', "${canary}" is not valid JSON`)
      const lines = yield* told(
        Effect.all(
          [
            Effect.logError("first", Cause.die(broken)),
            Effect.logWarning("second", { operation: "decisions.create", request: { body: canary } }),
            Effect.logError("third", Cause.die({ body: canary })),
            Effect.logError("fourth", Cause.fail([canary]))
          ],
          { discard: true }
        )
      )
      assert.deepStrictEqual(
        lines.map(({ message }) => message),
        ["first", "second", "third", "fourth"]
      )
      assert.notInclude(JSON.stringify(lines), canary)
      assert.include(JSON.stringify(lines), '"operation":"decisions.create"')
    })
  )
})

describe("lines to a stream", () => {
  it.live("are gathered, and the last of them is written before the end", () =>
    Effect.gen(function* () {
      const stream = new PassThrough()
      const chunks: Array<string> = []
      stream.on("data", (data: Buffer) => chunks.push(data.toString()))
      yield* Effect.scoped(
        Effect.gen(function* () {
          const write = yield* makeLines(stream)
          write("one")
          write("two")
          yield* Effect.sleep(20)
          assert.deepStrictEqual(chunks, ["one\ntwo\n"])
          write("three")
        })
      )
      assert.deepStrictEqual(chunks.join(""), "one\ntwo\nthree\n")
    })
  )

  it.live("are dropped when nobody takes them: the memory is bounded, the writer never waits", () =>
    Effect.gen(function* () {
      const stream = new PassThrough()
      yield* Effect.scoped(
        Effect.gen(function* () {
          const write = yield* makeLines(stream)
          for (let round = 0; round < 100; round++) {
            for (let line = 0; line < 1_000; line++) write("x".repeat(99))
            yield* Effect.sleep(1)
          }
          assert.isBelow(stream.writableLength, 2_000_000)
        })
      )
    })
  )

  it.live("end when the reader breaks, and the process goes on", () =>
    Effect.gen(function* () {
      const stream = new PassThrough()
      yield* Effect.scoped(
        Effect.gen(function* () {
          const write = yield* makeLines(stream)
          stream.destroy(Object.assign(new Error("broken pipe"), { code: "EPIPE" }))
          yield* Effect.sleep(10)
          write("one")
          yield* Effect.sleep(10)
          assert.strictEqual(stream.writableLength, 0)
        })
      )
    })
  )
})
