// The last lines of a program's output: their bounds, and what is taken out of them.
import { assert, describe, it } from "vitest"
import { makeLastLines } from "../../src/engines/lastLines.ts"

const textOf = (pieces: ReadonlyArray<string>, secrets: ReadonlyArray<string> = []) => {
  const lines = makeLastLines(secrets)
  for (const piece of pieces) lines.add(piece)
  return lines.text()
}

const lines = (count: number) => Array.from({ length: count }, (_, at) => `${at}`.repeat(500))

describe("the last lines of an output", () => {
  it.each([
    ["blank lines", ["\n", " \n\r\n"], ""],
    ["lines in pieces", ["on", "e\ntw", "o\n", "three"], "one\n  two\n  three"],
    ["a progress bar", ["10%\r20%\r\ndone"], "10%\n  20%\n  done"],
    ["what a terminal obeys", ["\u001b[2Ja\u0007b\u009bc\u202ed\u2028e"], "[2Ja b c d e"],
    ["501 characters", ["x".repeat(501)], "x".repeat(500)]
  ])("are kept, of %s", (_what, pieces, text) => {
    assert.strictEqual(textOf(pieces), text)
  })

  it("are 2,000 characters; an earlier line goes as a whole", () => {
    assert.strictEqual(textOf([`${lines(4).join("\n")}\n`]), lines(4).join("\n  "))
    assert.strictEqual(textOf([`${lines(5).join("\n")}\n`]), lines(5).slice(1).join("\n  "))
  })

  it("have no secret, also where one is cut", () => {
    const secret = "secret-of-a-program"
    const line = `a ${secret}, ${"x".repeat(480)}${secret}`
    assert.strictEqual(textOf([line], [secret]), `a <redacted>, ${"x".repeat(480)}<redacted>`.slice(0, 500))
  })
})
