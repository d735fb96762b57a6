import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import { chunkedStringify } from "../../../src/protocol/json/chunkedStringify.ts"
import { runs } from "../../fixtures/runs.ts"

const assertSameText = (value: unknown) =>
  assert.strictEqual(Array.from(chunkedStringify(value)).join(""), JSON.stringify(value))

it("JSON in pieces is the text that is written at once: what it omits, and what toJSON gives", () => {
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
    fc.property(node, node, fc.jsonValue(), (first, second, plain) => {
      const list = [first, second, { toJSON: () => second, many }, Array(300).fill(plain)]
      const large = { first, second, many, 'é"': { ["__proto__"]: list } }
      assertSameText(large)
      assertSameText({ toJSON: () => large, many })
    }),
    { numRuns: runs(10, 100) }
  )
})

it("it has pieces of long strings and names, split between characters", () => {
  for (const sign of ['"', "\u0001", "\u{1f30a}", "a\u{1f30a}", "\udc00", "\ud800"]) {
    const text = sign.repeat(200_000)
    const value = { a: [text, { [text]: 1 }], b: undefined, c: [undefined], d: text }
    const all = Array.from(chunkedStringify(value))
    assert.isBelow(Math.max(...all.map(({ length }) => length)), 1_000_000)
    assert.isTrue(all.join("") === JSON.stringify(value))
    for (const piece of all) assert.isTrue(piece.isWellFormed())
  }
})
