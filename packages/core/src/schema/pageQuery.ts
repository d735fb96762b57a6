// Queries of lists in pages, as servers decode them. Clients check numbers alone.
// Source: §4.4, §4.5, §8.
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { matching } from "./checks.ts"
import { entriesOf } from "./Page.ts"
import * as limits from "./limits.ts"

// Assumed: ours. How a whole number is written in a query: no sign, no leading zero, no whitespace, no exponent.
const digits = /^[1-9]\d{0,2}$/

/** A number of entries of one page, as text in a query. */
export const pageLimit = (bounds: { readonly min: number; readonly max: number }) =>
  Schema.String.check(matching(digits, `a whole number from ${bounds.min} to ${bounds.max}`)).pipe(
    Schema.decodeTo(entriesOf(bounds), SchemaTransformation.transform({ decode: Number, encode: String }))
  )

/** The number of entries of one page, as text in a query. */
export const PageLimit = pageLimit(limits.page)

// Its name is Assumed: docs.
/** The query of a list. `page_token` is the `next_page_token` of the page before, empty for the first page. */
export const PageQuery = {
  limit: Schema.optionalKey(PageLimit),
  page_token: Schema.optionalKey(Schema.String)
} as const
