// Long work that can pause, and schema filters of such work: a schema runs them at once, a check in slices pauses.
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"

declare module "effect/Schema" {
  namespace Annotations {
    interface Filter {
      /** The same filter as resumable work. */
      resumable?(value: unknown): Resumable<FilterOutput>
    }
  }
}

/** Work that can pause at each `yield`, and returns its result. */
export type Resumable<A> = Generator<undefined, A>

/** Runs the work without pauses. */
export const runToEnd = <A>(work: Resumable<A>): A => {
  while (true) {
    const { done, value } = work.next()
    if (done === true) return value
  }
}

/** {@link Schema.makeFilter} of resumable work. */
export const resumableFilter = <A>(
  filter: (value: A) => Resumable<Schema.FilterOutput>
): SchemaAST.Filter<A> => Schema.makeFilter((value: A) => runToEnd(filter(value)), { resumable: filter })
