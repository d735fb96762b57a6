// Words for a change from one value to another.
import { stemsOf, type Token } from "./tokenize.ts"

/** Stems of words for a change, before the old and the new value or between them. */
export const changes: ReadonlySet<string> = new Set(
  stemsOf(`move postpone reschedule shift delay change put brought extend grow grew grown rise rose risen increase
  fall fell fallen drop go goes went raise cut reduce climb lower`)
)
const changeReach = 3

/** Does a change begin before two values: "moved from 5 March to 19 April"? */
export const isChanged = (tokens: ReadonlyArray<Token>, at: number): boolean =>
  tokens
    .slice(0, at)
    .slice(-changeReach)
    .some(({ stem }) => changes.has(stem))
