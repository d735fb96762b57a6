// Logs: what a line contains and leaves out, and how lines are written.
import { assert, describe } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import { once } from "node:events"
import { PassThrough } from "node:stream"
import { setImmediate } from "node:timers/promises"
import { type LineWriter, makeLineWriter } from "../../src/logging/lineWriter.ts"
import { prettyLogLine, toLogLine } from "../../src/logging/logs.ts"
import { test } from "../support/effects.ts"

const canary = "canary-22d6"

/** Lets everything run that is due. */
const turnOfTheEventLoop = Effect.promise(() => setImmediate())

/** Uses a writer of lines on a stream, until these are written. */
const writeTo = (stream: PassThrough, use: (write: LineWriter) => Generator<Effect.Effect<void>>) =>
  Effect.scoped(Effect.flatMap(makeLineWriter(stream), (write) => Effect.gen(() => use(write))))

/** The log lines of an effect. */
const linesOf = Effect.fnUntraced(function* (effect: Effect.Effect<unknown>) {
  const lines: Array<ReturnType<typeof toLogLine>> = []
  const logger = Logger.make((options: Logger.Options<unknown>) => void lines.push(toLogLine(options)))
  yield* Effect.provide(effect, Logger.layer([logger]))
  return lines
})

describe("a line of the application log", () => {
  test("for people shows what is of others without control characters, and begins no other line", function* () {
    const name = "a\n05:00:00 info all is well\u001b[2J\u202e.md"
    const shown = "a\n    05:00:00 info all is well\\u{1b}[2J\\u{202e}.md"
    const lines = yield* linesOf(Effect.logWarning(name, { name }, Cause.fail(new Error(name))))
    const [text = ""] = lines.map(prettyLogLine)
    assert.strictEqual(text.slice(9), `warn ${shown} name=${shown}\n  Error: ${shown}`)
  })

  test("has the request id, and the error with its stack, but not what a parser could not read, nor anything but scalars", function* () {
    const broken = new SyntaxError(`Unexpected token 'c', "${canary}" is not valid JSON`)
    const fields = { operation: "decisions.create", request: { body: canary } }
    const causes = [Cause.die(broken), Cause.fail([canary]), Cause.die(new RangeError("too far"))]
    const logged = Effect.forEach(causes, (cause) => Effect.logError("first", fields, cause))
    const lines = yield* linesOf(Effect.annotateLogs(logged, { requestId: "r1" }))
    assert.notInclude(JSON.stringify(lines), canary)
    const last = lines.at(-1)
    const { operation } = fields
    assert.deepInclude(last as object, { level: "error", message: "first", request_id: "r1", operation })
    const [cause] = last?.causes ?? []
    assert.deepInclude(cause as object, { type: "RangeError", message: "too far" })
    assert.match(cause?.stack?.[0] ?? "", /^at /)
  })
})

describe("a line writer", () => {
  test.live("buffers lines, and writes the last of them before the scope closes", function* () {
    const stream = new PassThrough()
    const chunks: Array<string> = []
    stream.on("data", (data: Buffer) => chunks.push(data.toString()))
    yield* writeTo(stream, function* (write) {
      const written = Effect.promise(() => once(stream, "data"))
      write("one")
      write("two")
      yield* Effect.asVoid(written)
      assert.deepStrictEqual(chunks, ["one\ntwo\n"])
      write("three")
    })
    assert.deepStrictEqual(chunks.join(""), "one\ntwo\nthree\n")
  })

  test.live("drops lines that are not read: memory is bounded, and writing never waits", function* () {
    const stream = new PassThrough()
    yield* writeTo(stream, function* (write) {
      for (let round = 0; round < 100; round++) {
        for (let line = 0; line < 1_000; line++) write("x".repeat(99))
        yield* turnOfTheEventLoop
      }
      assert.isBelow(stream.writableLength, 2_000_000)
    })
  })

  test.live("drops and counts the lines that a full disk refuses, and writes those after them", function* () {
    const chunks: Array<string> = []
    // As standard output to a file: it emits the error, and is not destroyed.
    const stream = new PassThrough()
    stream.write = (chunk: unknown, ...[done]: ReadonlyArray<unknown>) => {
      const isLost = String(chunk).startsWith("lost")
      const error = isLost ? Object.assign(new Error("no space left"), { code: "ENOSPC" }) : null
      if (error === null) chunks.push(String(chunk))
      else stream.emit("error", error)
      if (typeof done === "function") done(error)
      return true
    }
    const [dropped] = yield* writeTo(stream, function* (write) {
      for (const line of ["lost", "lost, too", "kept"]) {
        write(line)
        yield* turnOfTheEventLoop
      }
    }).pipe(Effect.andThen(Metric.snapshot), Effect.provideService(Metric.MetricRegistry, new Map()))
    assert.strictEqual(chunks.join(""), "kept\n")
    assert.deepInclude(dropped, {
      id: "leadline_log_lines_dropped_total",
      state: { count: 2, incremental: true }
    })
  })
})
