// Lists in pages, newest first: what is asked and what comes.
// Source: §4.4, §4.5, §8.
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { open } from "./open.ts"
import * as limits from "./limits.ts"

/** Assumed: ours. How a whole number is written in a query: no sign, no leading zero, no blanks, no exponent. */
const digits = /^[1-9]\d{0,2}$/

const expected = `a whole number from ${limits.page.min} to ${limits.page.max}`

/** Entries of one page, from its text in a query. */
export const PageLimit = Schema.String.check(Schema.isPattern(digits, { expected })).pipe(
  Schema.decodeTo(
    Schema.Int.check(Schema.isBetween({ minimum: limits.page.min, maximum: limits.page.max }, { expected })),
    SchemaTransformation.transform({ decode: Number, encode: String })
  )
)

/**
 * The query of a list. `page_token` is the opaque value of the page before, empty for the first page; its name
 * is Assumed: docs.
 */
export const PageQuery = {
  limit: Schema.optionalKey(PageLimit),
  page_token: Schema.optionalKey(Schema.String)
} as const

/** A page of items under their own field name. Without `next_page_token` it is the last. */
export const page = <const F extends Schema.Struct.Fields>(items: F) =>
  open({ ...items, next_page_token: Schema.optionalKey(Schema.NullOr(Schema.String)) })
