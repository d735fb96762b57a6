// Lists in pages, newest first: the query and the page.
// Source: §4.4, §4.5, §8.
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { open } from "./open.ts"
import * as limits from "./limits.ts"

// Assumed: ours. How a whole number is written in a query: no sign, no leading zero, no whitespace, no exponent.
const digits = /^[1-9]\d{0,2}$/

const expected = `a whole number from ${limits.page.min} to ${limits.page.max}`

/** The number of entries of one page, as text in a query. */
export const PageLimit = Schema.String.check(Schema.isPattern(digits, { expected })).pipe(
  Schema.decodeTo(
    Schema.Int.check(Schema.isBetween({ minimum: limits.page.min, maximum: limits.page.max }, { expected })),
    SchemaTransformation.transform({ decode: Number, encode: String })
  )
)

// Its name is Assumed: docs.
/** The query of a list. `page_token` is the `next_page_token` of the page before, empty for the first page. */
export const PageQuery = {
  limit: Schema.optionalKey(PageLimit),
  page_token: Schema.optionalKey(Schema.String)
} as const

/** A page, with its items in a field of their own. The last page has no `next_page_token`. */
export const page = <const F extends Schema.Struct.Fields>(items: F) =>
  open({ ...items, next_page_token: Schema.optionalKey(Schema.NullOr(Schema.String)) })
