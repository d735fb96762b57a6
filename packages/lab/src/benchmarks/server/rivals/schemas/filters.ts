// The filters of search and chat as JSON Schema. Source: §4.8, §4.10.
// A date is held to its form, not to the calendar, which JSON Schema does not know.

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
