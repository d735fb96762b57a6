// Text of libraries as lines of JSON.
import { assert, describe, it } from "vitest"
import { toJsonLines } from "../../src/logging/ProcessOutput.ts"

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
