// Properties of byte chunks, JSON in pieces and multipart bodies: tried a few times in quick tests, often in long ones.
import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import { concatBytes, makeByteChunks } from "../../src/protocol/byteChunks.ts"
import { chunkedStringify } from "../../src/protocol/json/chunkedStringify.ts"
import { decodeChunks } from "../../src/protocol/json/TextReader.ts"
import * as multipart from "../../src/protocol/multipart.ts"
import { runToEnd } from "../../src/scheduling/resumable.ts"
import { anyCharacter } from "../fixtures/anyCharacter.ts"

export const byteChunksProperties = (numRuns: number) =>
  it("any text comes back of its pieces, wherever it was cut", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter, minLength: 1 }),
        fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 20 }),
        (unit, lengths) => {
          const bytes = Buffer.from(unit.toWellFormed().repeat(Math.ceil(200_000 / unit.length)))
          const pieces = makeByteChunks()
          let at = 0
          for (let turn = 0; at < bytes.length; turn++) {
            const length = lengths[turn % lengths.length] ?? 1
            pieces.add(bytes.subarray(at, at + length))
            at += length
          }
          const all = pieces.all()
          assert.isAtMost(all.length, 2 + Math.ceil(bytes.length / 16_384) * 2)
          assert.isTrue(Buffer.from(concatBytes(all)).equals(bytes))
          const wanted = bytes.toString().replace(/^\ufeff/, "")
          const parts = decodeChunks(all)
          let text = ""
          for (let part = parts.next(); part !== undefined; part = parts.next()) {
            text += part
            assert.strictEqual(parts.bytes(), Buffer.byteLength(text))
          }
          assert.isTrue(text === wanted)
          assert.deepStrictEqual(all, [])
        }
      ),
      { examples: [["\u0800", [1, 1, 16_384, 1]]], numRuns }
    )
  })

const assertSameText = (value: unknown) =>
  assert.strictEqual(Array.from(chunkedStringify(value)).join(""), JSON.stringify(value))

export const chunkedStringifyProperties = (numRuns: number) => {
  it("JSON in pieces is the text that is written at once, for any value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(2_000), (value, times) => {
        assertSameText({ a: Array.from({ length: times }, () => value), 'é"': { ["__proto__"]: value } })
        assertSameText(value)
      }),
      { numRuns }
    )
  })

  it("JSON in pieces omits what JSON.stringify omits, and has what toJSON gives", () => {
    const leaf = fc.oneof(
      fc.jsonValue({ maxDepth: 1 }),
      fc.constantFrom<unknown>(undefined, () => 0, Symbol("a"), new Date(0), new Date(NaN), NaN, new Map()),
      fc.constant({ toJSON: (name: string) => `at ${name}` }),
      fc.constant(Object.assign(() => 0, { toJSON: (name: string) => ({ name }) })),
      fc.constant({ toJSON: () => undefined }),
      fc.constant({ toJSON: () => ({ long: "x".repeat(70_000) }) })
    )
    const { node } = fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.array(tie("node"), { maxLength: 4 }),
        fc.dictionary(fc.string(), tie("node"), { maxKeys: 4 })
      )
    }))
    const many = Array.from({ length: 2_000 }, () => 0)
    fc.assert(
      fc.property(node, node, (first, second) => {
        const large = { first, second, many, list: [first, second, { toJSON: () => second, many }] }
        assertSameText(large)
        assertSameText({ toJSON: () => large, many })
      }),
      { numRuns: numRuns * 2 }
    )
  })
}

export const bytesOf = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))

export const decodeForm = (body: Uint8Array, boundary: string) => runToEnd(multipart.decode(body, boundary))

export const multipartProperties = (numRuns: number) =>
  it("a file comes back from a multipart body as it was, whatever its bytes", () => {
    const nearly = fc.constantFrom(
      ...["\r\n--b1", "\r\n--b", "\r\n--", "\r", "\n", "--b1--", "\r\n--b12"].map(bytesOf)
    )
    const file = fc
      .array(fc.oneof(fc.uint8Array({ maxLength: 20 }), nearly), { maxLength: 8 })
      .map((parts) => Uint8Array.from(parts.flatMap((part) => Array.from(part))))
    fc.assert(
      fc.property(file, (content) => {
        const body = multipart.encode(content, "b1-and-more")
        assert.deepEqual(decodeForm(body, "b1-and-more"), content)
      }),
      { numRuns }
    )
  })
