// The rules of search, embeddings and decisions as JSON Schema, and what chat shares with them. Source: §2.1, §2.2, §4.6, §4.8, §8.
// A date is held to its form, not to the calendar, which JSON Schema does not know; images of decisions are left out, as
// the bodies lack them.

/** An object with these fields and no others. */
export const closed = <P extends object>(required: ReadonlyArray<string>, properties: P) => ({
  type: "object",
  required,
  additionalProperties: false,
  properties
})

/** A schema that also takes null. */
export const nullable = <S extends { readonly type: string }>(schema: S) => ({
  ...schema,
  type: [schema.type, "null"]
})

/** One of several texts, or null. */
export const oneOf = (...values: ReadonlyArray<string>) => ({ enum: [...values, null] })

const entries = (pattern: string, maxLength: number) =>
  nullable({
    type: "array",
    maxItems: 20,
    items: { type: "string", minLength: 1, maxLength, pattern }
  })

const date = nullable({ type: "string", pattern: "^(?:0?[1-9]|1[0-2])/(?:0?[1-9]|[12]\\d|3[01])/\\d{4}$" })

/** Properties of the filters. */
export const filters = {
  search_domain_filter: entries("^-?[^\\s-]\\S*$", 253),
  search_language_filter: entries("^[A-Za-z]{2}$", 2),
  search_recency_filter: oneOf("hour", "day", "week", "month", "year"),
  search_after_date_filter: date,
  search_before_date_filter: date,
  last_updated_after_filter: date,
  last_updated_before_filter: date,
  search_mode: oneOf("web", "academic", "sec")
}

const absent = { type: "null" }

/** A recency and a date of publication are not given together. */
export const window = {
  if: {
    required: ["search_recency_filter"],
    properties: { search_recency_filter: { type: "string" } }
  },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { properties: { search_after_date_filter: absent, search_before_date_filter: absent } }
}

const whole = (maximum: number) => nullable({ type: "integer", minimum: 1, maximum })
const query = { type: "string", minLength: 1 }

/** For `POST /search`. */
export const search = {
  ...closed(["query"], {
    query: {
      type: ["string", "array"],
      minLength: query.minLength,
      minItems: 1,
      maxItems: 5,
      items: query
    },
    max_results: whole(20),
    max_tokens: whole(1_000_000),
    max_tokens_per_page: whole(1_000_000),
    country: nullable({ type: "string", pattern: "^[A-Za-z]{2}$" }),
    search_context_size: oneOf("low", "medium", "high"),
    display_server_time: { type: ["boolean", "null"] },
    ...filters
  }),
  ...window
}

const text = { type: "string", minLength: 1 }

/** For `POST /v1/embeddings`. */
export const embeddings = {
  ...closed(["input", "model"], {
    input: { type: ["string", "array"], minLength: text.minLength, minItems: 1, maxItems: 512, items: text },
    model: { enum: ["svc-embed-v1-0.6b", "svc-embed-v1-4b"] },
    dimensions: { type: "integer", minimum: 128, maximum: 2560 },
    encoding_format: { enum: ["base64_int8", "base64_binary"] }
  }),
  if: { required: ["model"], properties: { model: { const: "svc-embed-v1-0.6b" } } },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { properties: { dimensions: { type: "integer", maximum: 1024 } } }
}

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
