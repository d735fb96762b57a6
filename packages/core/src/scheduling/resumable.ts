// Long work that may pause, and filters that are such work: a schema does it at once, a check in slices pauses in it.
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"

declare module "effect/Schema" {
  namespace Annotations {
    interface Filter {
      /** The same filter, with pauses. */
      resumable?(value: unknown): Resumable<FilterOutput>
    }
  }
}

/** Work that may pause at each `yield`, and returns its result. */
export type Resumable<A> = Generator<undefined, A>

/** The result of all slices. */
export const runToEnd = <A>(work: Resumable<A>): A => {
  while (true) {
    const { done, value } = work.next()
    if (done === true) return value
  }
}

/** {@link Schema.makeFilter} of work that may pause. */
export const resumableFilter = <A>(
  slices: (value: A) => Resumable<Schema.FilterOutput>
): SchemaAST.Filter<A> => Schema.makeFilter((value: A) => runToEnd(slices(value)), { resumable: slices })
