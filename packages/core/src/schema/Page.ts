// Lists in pages, newest first.
// Source: §4.4, §4.5, §8.
import * as Schema from "effect/Schema"
import { within } from "./checks.ts"
import { open, optionalOrNull } from "./open.ts"

/** The number of entries of one page. */
export const entriesOf = (bounds: { readonly min: number; readonly max: number }) =>
  Schema.Int.check(within(bounds, "a whole number"))

/** A page, with its items in a field of their own. The last page has no `next_page_token`. */
export const page = <const F extends Schema.Struct.Fields>(items: F) =>
  open({ ...items, next_page_token: optionalOrNull(Schema.String) })
