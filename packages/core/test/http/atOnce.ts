// Work in slices, done without its pauses.
import type { Slices } from "../../src/http/slices.ts"

/** The result of all slices. */
export const atOnce = <A>(work: Slices<A>): A => {
  while (true) {
    const { done, value } = work.next()
    if (done === true) return value
  }
}
