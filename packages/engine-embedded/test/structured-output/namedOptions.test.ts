// Options that a text negates, whatever the case of their letters.
import { assert, it } from "vitest"
import { negatedOptions } from "../../src/structured-output/namedOptions.ts"

it.each([
  ["urgent", "It is NOT URGENT.", true],
  ["sea", "It is not ſea.", true],
  ["strasse", "It is not straſse.", true],
  ["k", "It is not \u212a.", true],
  ["\u017fea", "It is not sea.", true],
  ["urgent", "It is urgent.", false],
  ["urgent", "It is not large.", false]
])("%s is negated by %j: %s", (option, text, expected) => {
  assert.strictEqual(negatedOptions([text], [option]).has(option), expected)
})
