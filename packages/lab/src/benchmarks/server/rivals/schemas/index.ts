// The rules of request bodies and queries as JSON Schema, written for ajv, and how ajv reads them.
import { Ajv } from "ajv"
import { decisions } from "./rules.ts"

export { chat } from "./chat.ts"
export { decisions, embeddings, search } from "./rules.ts"

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
  allowUnionTypes: true,
  coerceTypes: false,
  discriminator: true,
  removeAdditional: false,
  strictRequired: false,
  useDefaults: false
} as const

/** The check of decisions, compiled. */
export const makeCheck = () => new Ajv(ajvOptions).compile(decisions)
