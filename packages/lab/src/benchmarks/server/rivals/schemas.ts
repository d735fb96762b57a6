// The rules of request bodies and queries as JSON Schema, and how ajv reads them. Decisions are written for ajv, all others
// are those of the published document, which cannot say what two fields must not be together. Source: §2.1, §2.2.
// Images of decisions are left out, as the bodies lack them.
import { document } from "@leadline/core/openapi"
import { Ajv } from "ajv"

const { components, paths } = document()

/** The rules of a body by its path. */
export const published = (path: `/${string}`): object => ({
  ...paths[path]?.post?.requestBody?.content["application/json"]?.schema,
  components
})

/** The query of a list in pages. */
export const page = {
  type: "object",
  additionalProperties: false,
  properties: {
    limit: { type: "string", pattern: "^(?:[1-9]\\d?|1\\d\\d|200)$" },
    page_token: { type: "string" }
  }
}

/** Nothing is converted, nothing is removed. */
export const ajvOptions = {
  allErrors: false,
  coerceTypes: false,
  discriminator: true,
  removeAdditional: false,
  strict: false,
  useDefaults: false
} as const

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
export const decisions = {
  type: "object",
  required: ["model", "state", "questions"],
  additionalProperties: false,
  properties: {
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
  }
}

/** The check of decisions, compiled. */
export const makeCheck = () => new Ajv(ajvOptions).compile(decisions)
