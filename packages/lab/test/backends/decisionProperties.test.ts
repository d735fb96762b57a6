// Random questions there and back over each server: the answer is the readout of its weights, within its rounding.
import type { Question } from "@leadline/core/decisions"
import * as fc from "fast-check"
import { assert, it } from "vitest"
import { decisionBackends, sharesOf } from "../../src/index.ts"
import { rules } from "../../src/fakes/decision-server/rules.ts"
import { type AnyAnswer, answered, request } from "./decide.ts"

const name = fc.string({ minLength: 1, maxLength: 12 })
const text = fc.string({ minLength: 1, maxLength: 20 }).filter((one) => one.trim() !== "")
const content = fc.oneof(text, fc.dictionary(name, fc.jsonValue(), { minKeys: 1, maxKeys: 3 }))
const orNull = fc.option(content)

/** Of 2 to 40 options: more than some servers take. */
const question = fc.oneof(
  fc.record({ type: fc.constant("noul" as const), instructions: text }),
  fc.record({
    type: fc.constant("choice" as const),
    instructions: orNull,
    criteria: fc.dictionary(name, orNull, { minKeys: 2, maxKeys: 40, size: "max" })
  }),
  fc.record({
    type: fc.constant("score" as const),
    instructions: orNull,
    criteria: fc.uniqueArray(content, { minLength: 2, maxLength: 10, selector: textOf })
  })
) as fc.Arbitrary<Question>

const asked = fc.record({
  questions: fc.dictionary(name, question, { minKeys: 1, maxKeys: 8 }),
  state: fc.oneof(fc.string(), fc.array(content, { maxLength: 3 }), fc.dictionary(name, fc.jsonValue()))
})

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value)
}

/** The distribution that the scripted model has for a question. */
const meant = (of: Question): ReadonlyArray<number> => {
  if (of.type === "noul") return sharesOf([textOf(of.instructions), "no"])
  return of.type === "choice"
    ? sharesOf(Object.keys(of.criteria))
    : sharesOf(of.criteria.map((entry, level) => `${level} ${textOf(entry)}`))
}

/** The probabilities of an answer. */
const given = (of: Question, { noul = NaN, probabilities = {} }: AnyAnswer): ReadonlyArray<number> =>
  of.type === "noul" ? [noul] : Object.keys(of.criteria).map((option) => probabilities[option] ?? NaN)

it.each(decisionBackends)(
  "the answers of $kind over $server are its weights, within its rounding",
  (server) => {
    const { decimals = 9 } = rules[server.server] ?? {}
    return fc.assert(
      fc.asyncProperty(asked, async ({ questions, state }) => {
        const { answers } = await answered(server, request(questions, state))
        assert.sameMembers(Object.keys(answers), Object.keys(questions))
        for (const [one, of] of Object.entries(questions)) {
          const expected = meant(of)
          for (const [at, p] of given(of, answers[one] ?? assert.fail(one)).entries())
            assert.closeTo(p, expected[at] ?? NaN, 10 ** -decimals)
        }
      }),
      { numRuns: 10 }
    )
  }
)
