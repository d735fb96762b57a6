import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import { assert, it } from "vitest"
import { checkTranslated } from "../../src/openai/checkTranslated.ts"
import { Json } from "../../src/schema/Json.ts"

const check = checkTranslated(Schema.Struct({ names: Schema.Record(Schema.String, Json) }))

const named = (count: number, last: unknown) => ({
  names: { ...Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, [at]])), last }
})

it.each([
  [2, 0, true],
  [2, Number.NaN, false],
  [2_000, 0, true],
  [2_000, Number.NaN, false]
])("%i names, the last of which is %o, fit: %s", (count, last, fits) => {
  const exit = Effect.runSyncExit(check(named(count, last)))
  assert.strictEqual(Exit.isSuccess(exit), fits)
  if (!fits) assert.include(JSON.stringify(exit), "names.last")
})
