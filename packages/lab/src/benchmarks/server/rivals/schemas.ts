// The rules of request bodies and queries as JSON Schema, and how ajv reads them. Decisions are written for ajv, whose
// unions need a discriminator to be quick, all others are those of the published document. Source: §2.1, §2.2.
import { document } from "@leadline/core/openapi"

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

/** A question of a type. */
const question = (type: string, criteria: object, required: ReadonlyArray<string> = ["criteria"]) => ({
  required,
  additionalProperties: false,
  properties: { type: { const: type }, instructions: content, criteria }
})

const questions = [
  question("noul", { type: ["object", "null"], properties: { true: content, false: content } }, []),
  question("choice", { type: "object", minProperties: 1, maxProperties: 255, additionalProperties: content }),
  question("score", { type: "array", minItems: 1, maxItems: 10, items: content })
]

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
        oneOf: questions
      }
    }
  }
}
