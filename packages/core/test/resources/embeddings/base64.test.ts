// Which texts are the base64 of a vector: every character and every padding counts.
import { assert, describe, it } from "@effect/vitest"
import { alphabet } from "../../../src/protocol/base64.ts"
import { fits } from "../../../src/resources/embeddings/base64.ts"

/** Sizes whose base64 has two, one and no characters of padding. */
const sizes = [128, 131, 129]
const textOf = (size: number) => Buffer.alloc(size, 0xa7).toString("base64")
const put = (text: string, at: number, character: string) =>
  text.slice(0, at) + character + text.slice(at + 1)

describe.each(sizes)("the base64 of %i bytes", (size) => {
  const text = textOf(size)
  const ends = text.length - (text.match(/=*$/)?.[0].length ?? 0)

  it("fits as it is, and with any bits behind the last byte", () => {
    assert.isTrue(fits(text, size, "base64_int8"))
    for (const dimensions of [size * 8 - 7, size * 8]) assert.isTrue(fits(text, dimensions, "base64_binary"))
    assert.isTrue(fits(put(text, ends - 1, "/"), size, "base64_int8"))
  })

  it("fits with characters of the alphabet alone, anywhere", () => {
    for (let code = 0; code < 0x180; code++) {
      const character = String.fromCharCode(code)
      for (const at of [0, 5, ends - 2, ends - 1]) {
        const isKnown = alphabet.includes(character)
        assert.strictEqual(fits(put(text, at, character), size, "base64_int8"), isKnown, `${code} at ${at}`)
      }
    }
  })

  it("does not fit with whitespace in it or around it", () => {
    for (const space of [" ", "\n", "\t", "\r", "\f", "    "]) {
      assert.isFalse(fits(space + text.slice(space.length), size, "base64_int8"))
      assert.isFalse(fits(text.slice(0, -space.length) + space, size, "base64_int8"))
      assert.isFalse(fits(text + space, size, "base64_int8"))
    }
  })

  it("does not fit with more or less padding, nor as another size", () => {
    assert.isFalse(
      fits(`${text.slice(0, ends - 1)}${"=".repeat(text.length - ends + 1)}`, size, "base64_int8")
    )
    if (ends < text.length) assert.isFalse(fits(put(text, ends, "A"), size, "base64_int8"))
    assert.isFalse(fits(text.slice(0, ends), size + (ends === text.length ? 1 : 0), "base64_int8"))
    for (const other of [size - 1, size + 1]) assert.isFalse(fits(text, other, "base64_int8"))
    for (const other of [size, size * 8 - 8, size * 8 + 1]) assert.isFalse(fits(text, other, "base64_binary"))
  })
})
