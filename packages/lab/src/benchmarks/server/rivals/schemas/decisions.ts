// The rules of a decisions request as JSON Schema, equal to the contract's but for images, which the bodies lack.
// Source: §2.1, §2.2, §8.
import { closed } from "./filters.ts"

const content = { type: ["string", "object", "array", "null"] }

const notNull = { not: { type: "null" } }

const given = (name: string) => ({ required: [name], properties: { [name]: notNull } })

/** A question of a type; its criteria are required unless they are optional. */
const question = (type: string, criteria: object, isRequired = true) => ({
  ...(isRequired && { required: ["criteria"] }),
  additionalProperties: false,
  properties: { type: { const: type }, instructions: content, criteria }
})

const noul = {
  ...question(
    "noul",
    {
      type: ["object", "null"],
      additionalProperties: false,
      properties: { true: content, false: content }
    },
    false
  ),
  anyOf: [
    given("instructions"),
    {
      required: ["criteria"],
      properties: { criteria: { type: "object", anyOf: [given("true"), given("false")] } }
    }
  ]
}

/** For a validator that knows `discriminator`. */
export const decisions = closed(["model", "state", "questions"], {
  model: { enum: ["decider-27b", "decider-27b-v0"] },
  state: { type: ["string", "object", "array"] },
  questions: {
    type: "object",
    minProperties: 1,
    maxProperties: 128,
    propertyNames: { minLength: 1 },
    additionalProperties: {
      type: "object",
      required: ["type"],
      discriminator: { propertyName: "type" },
      oneOf: [
        noul,
        question("choice", {
          type: "object",
          minProperties: 1,
          maxProperties: 255,
          additionalProperties: content
        }),
        question("score", {
          type: "array",
          minItems: 1,
          maxItems: 10,
          items: { type: ["string", "object", "array"] }
        })
      ]
    }
  }
})
