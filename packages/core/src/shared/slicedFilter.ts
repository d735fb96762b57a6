// A filter that looks at very much: a schema does it at once, a check in slices pauses in it.
// Source: none; Assumed: ours.
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import type { Slices } from "../http/slices.ts"

declare module "effect/Schema" {
  namespace Annotations {
    interface Filter {
      /** The same filter, with pauses. */
      slices?(value: unknown): Slices<FilterOutput>
    }
  }
}

/** The result of all slices. */
const atOnce = <A>(work: Slices<A>): A => {
  while (true) {
    const { done, value } = work.next()
    if (done === true) return value
  }
}

/** {@link Schema.makeFilter} of work that may pause. */
export const slicedFilter = <A>(slices: (value: A) => Slices<Schema.FilterOutput>): SchemaAST.Filter<A> =>
  Schema.makeFilter((value: A) => atOnce(slices(value)), { slices })
