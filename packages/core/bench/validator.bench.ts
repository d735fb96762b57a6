/**
 * Time of the validator and of the schema it stands for, per body.
 * `npx vitest bench --root packages/core`.
 */
import * as Schema from "effect/Schema"
import { test } from "vitest"
import { makeValidator } from "../src/schema/validator.ts"
import { bodies } from "../test/fixtures/bodies.ts"

const hot = [
  "decisions request",
  "decisions answer",
  "chat event",
  "responses event",
  "contextualized embeddings answer"
] as const satisfies ReadonlyArray<keyof typeof bodies>

const rounds = 1000

test("time per body", { timeout: 120_000 }, async ({ bench }) => {
  for (const name of hot) {
    const { example, form, schema } = bodies[name]
    const text = JSON.stringify(example)
    const values: ReadonlyArray<unknown> = Array.from({ length: rounds }, () => JSON.parse(text))
    const isValid = makeValidator(schema, form)
    const options = form === "closed" ? ({ errors: "all", onExcessProperty: "error" } as const) : {}
    const decode = Schema.decodeUnknownResult(Schema.toType(schema), options)
    const timed = async (what: string, run: (value: unknown) => unknown) => {
      const all = () => {
        for (const value of values) run(value)
      }
      const { latency } = await bench(`${what} ${name}`, all).run({ time: 500 })
      // Latency is in milliseconds.
      return (latency.p50 * 1e6) / rounds
    }
    const fast = await timed("validator", isValid)
    const slow = await timed("schema", decode)
    console.log(
      `${name}: validator ${fast.toFixed(0)} ns, schema ${slow.toFixed(0)} ns, ${(slow / fast).toFixed(1)} times`
    )
  }
})
