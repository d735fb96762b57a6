// Text of libraries as lines of JSON, beside those of line writers.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { PassThrough } from "node:stream"
import { makeLineWriter, writeElse } from "../../src/logging/lineWriter.ts"
import { toJsonLines } from "../../src/logging/ProcessOutput.ts"
import { test } from "../support/effects.ts"

/** The messages of the lines that a text becomes, and the lines that stay as they are. */
const messages = (text: string) =>
  toJsonLines(text, "warn")
    .trimEnd()
    .split("\n")
    .map((line) => {
      const { level, message, ts }: { readonly [name: string]: string } = JSON.parse(line)
      if (ts !== undefined) assert.isFalse(Number.isNaN(Date.parse(ts)))
      return level === undefined ? line : message
    })

describe("text as lines of JSON", () => {
  it("keeps lines that are JSON objects, and makes messages of all others", () => {
    assert.deepEqual(messages('a\n\n{"b":1}\r\n{"b":1} c\n"d"\n[1]\n{'), [
      "a",
      '{"b":1}',
      '{"b":1} c',
      '"d"',
      "[1]",
      "{"
    ])
    assert.strictEqual(toJsonLines("", "info"), "")
    assert.strictEqual(toJsonLines("\n\n", "info"), "")
  })
})

describe("a changed stream", () => {
  test.live("changes all that is written to it, except by line writers", function* () {
    const stream = new PassThrough({ encoding: "utf8" })
    writeElse(stream, (text) => text.toUpperCase())
    yield* Effect.scoped(
      Effect.gen(function* () {
        const write = yield* makeLineWriter(stream)
        write("a line")
        yield* Effect.callback<void>((resume) => {
          stream.write(new TextEncoder().encode("bytes\n"), () => resume(Effect.void))
        })
        yield* Effect.callback<void>((resume) => {
          stream.write("latin\n", "latin1", () => resume(Effect.void))
        })
      })
    )
    assert.strictEqual(stream.read(), "BYTES\nLATIN\na line\n")
  })
})
