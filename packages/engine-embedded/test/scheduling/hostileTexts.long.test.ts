// Hostile texts are read to their end: in time that grew with the square, each would take minutes or hours.
import { assert, it } from "vitest"
import { readPassagesSync } from "../../src/text/passages.ts"
import { answers, choice, engine, noul, score } from "../support/decisions.ts"
import { test } from "../support/engines.ts"

test.each(["a", "a'", "1 ", "1-", ". ", '."', "退款", "\ud800", "no ", "\n", "refund "])(
  "decisions about 200,000 characters of %j",
  function* (unit) {
    const text = unit.repeat(200_000 / unit.length)
    const options = choice(text, ["billing", "Invoices, charges and refunds"], ["legal", null])
    const { weights } = yield* engine.weigh(text, [options, noul(text), noul("Is money wanted back?")])
    for (const weight of weights.flat()) assert.isTrue(Number.isFinite(weight))
  }
)

test("255 levels of 2,000 ranges each", function* () {
  const levels = Array.from({ length: 255 }, (_, i) => `${i} - 1 to `.repeat(2_000))
  const [p = []] = yield* answers("1 to 2 to 3 - 4 ".repeat(10_000), [score("1 to 2?", levels)])
  assert.isTrue(p.every((share) => Number.isFinite(share)))
})

const units = ["[", "[](", "A. B. ", "![", "*a", "<a", " ", "\n", ".'"]
const texts = units.map((unit) => unit.repeat(1_000_000 / unit.length))

it.each([...texts, `# a${" ".repeat(1_000_000)}b`])("passages of text %#", (text) => {
  assert.isTrue(readPassagesSync(1, text).every(({ text: { length } }) => length <= 500))
})

test("a list whose name has a million letters", function* () {
  const [[p = Number.NaN] = []] = yield* answers({ ["no words ".repeat(111_112)]: [] }, [noul("Is it so?")])
  assert.isTrue(Number.isFinite(p))
})
