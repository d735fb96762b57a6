// Names of days and months.
import { stem } from "./stem.ts"

/** The days of a week, from Monday. */
export const dayNames = "monday tuesday wednesday thursday friday saturday sunday".split(" ")

/** The months of a year. */
export const monthNames =
  "january february march april may june july august september october november december".split(" ")

/** The stems of days and months. */
export const calendarStems: ReadonlySet<string> = new Set(
  [...dayNames, ...monthNames].map((name) => stem(name))
)
