// Settings of search services alone.
import * as Schema from "effect/Schema"
import type { UnsupportedFilters } from "./makeSearch.ts"

/** Filters that the service cannot keep, and its price. */
export const searchFields = {
  unsupportedFilters: Schema.optionalKey(
    Schema.Literals(["refuse", "ignore"] satisfies Array<UnsupportedFilters>)
  ).annotate({
    description: "Whether a filter that it lacks is refused (422) or ignored with a notice. Default: refuse."
  }),
  pricePerThousand: Schema.optionalKey(Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0))).annotate({
    description: "USD for a thousand calls; each query in each language is one. Default: 0."
  })
}
