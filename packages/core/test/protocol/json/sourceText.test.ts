import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { makeByteScanner } from "../../../src/protocol/json/byteScanner.ts"
import { isFaithful, textOf, type Written } from "../../../src/protocol/json/sourceText.ts"

const written = (text: string): Written => {
  const scan = makeByteScanner({ maxDepth: 128, maxMembers: Infinity })
  scan.push(Buffer.from(text))
  return { value: JSON.parse(text), text, members: scan.members() }
}

/** JSON as text, and whether a name stands twice in one of its objects. */
interface Made {
  readonly text: string
  readonly isDouble: boolean
}

const space = fc.constantFrom("", "", " ", "\n", "\t \r\n")

const names = fc.constantFrom("a", "b", "1", "__proto__", "constructor", "", ",:", '"', "\\", "ü")

const escaped = (text: string): string =>
  Array.from(text, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")

/** One of the ways to write a string. */
const string = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(text, fc.boolean())
    .map(([value, isEscaped]) => (isEscaped ? `"${escaped(value)}"` : JSON.stringify(value)))

const literal = fc.oneof(
  fc.constantFrom("null", "true", "false", "0", "-0", "1.0", "1e3", "0.30000000000000004", '"\\ud800"'),
  string(names)
)

const { value: json } = fc.letrec<{ value: Made }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.tuple(literal, space, space).map(([text, before, after]) => ({
      text: before + text + after,
      isDouble: false
    })),
    fc.array(tie("value"), { maxLength: 4 }).map((items) => ({
      text: `[${items.map(({ text }) => text).join(",")}]`,
      isDouble: items.some(({ isDouble }) => isDouble)
    })),
    fc.array(fc.tuple(string(names), space, tie("value")), { maxLength: 4 }).map((members) => ({
      text: `{${members.map(([name, blank, { text }]) => `${blank}${name}${blank}:${text}`).join(",")}}`,
      isDouble:
        new Set(members.map(([name]) => JSON.parse(name))).size < members.length ||
        members.some(([, , { isDouble }]) => isDouble)
    }))
  )
}))

describe("a text of JSON", () => {
  it("stands for its value, unless a name stands twice in one of its objects, or it has an escape", () => {
    fc.assert(
      fc.property(json, ({ isDouble, text }) => {
        const one = written(text)
        const isPassed = !isDouble && !text.includes("\\")
        assert.strictEqual(isFaithful(one), isPassed)
        assert.strictEqual(textOf(one.value, one), isPassed ? text : JSON.stringify(one.value))
      }),
      { numRuns: 2_000 }
    )
  })

  it.each([
    '{"a":1,"a":1}',
    '{"a":1,"\\u0061":2}',
    '[{"b":[{"a":1,"c":[2,3],"a":null}]}]',
    '{"a":{"a":1,"a":2},"b":3}',
    '{"__proto__":1,"__proto__":2}',
    '{"1":1,"1":2}',
    '{"\\u0061":1}',
    '["\\""]'
  ])("does not stand for its value: %s", (text) => {
    assert.isFalse(isFaithful(written(text)))
  })

  it.each(["1e400", "[-1e400]", "9007199254740993", '{"a":-1e16}'])(
    "does not stand for its value, as readers of numbers differ: %s",
    (text) => {
      assert.isFalse(isFaithful(written(text)))
    }
  )

  it("stands for no other value, alike or not", () => {
    const one = written('{ "a": 1 }')
    assert.strictEqual(textOf({ a: 1 }, one), '{"a":1}')
    assert.strictEqual(textOf({ a: 1 }, undefined), '{"a":1}')
  })

  it("stands for its value no more when a member was added or taken away", () => {
    const one = written('{ "a": 1, "b": [1, 2] }')
    const value = one.value as { a?: number; b: Array<number> }
    value.b.push(3)
    assert.strictEqual(textOf(value, one), '{"a":1,"b":[1,2,3]}')
    value.b.pop()
    delete value.a
    assert.strictEqual(textOf(value, one), '{"b":[1,2]}')
  })
})
