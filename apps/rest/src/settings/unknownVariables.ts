// Finds environment variables that look like settings and are none, so that a misspelt one does not go unnoticed.
import { settingsTable } from "./table.ts"

/** Variables of other programs of this project: of clients, and of `leadline copy`. */
const ofOthers = ["LEADLINE_BASE_URL", "LEADLINE_COPY_FROM", "LEADLINE_LOG"]

const known = [...Object.values(settingsTable).map(({ variable }) => variable), ...ofOthers].filter((name) =>
  name.startsWith("LEADLINE_")
)

/** The edit distance of two names: letters to insert, delete or replace. */
const distance = (left: string, right: string): number => {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let at = 0; at < left.length; at++) {
    const next = [at + 1]
    for (let to = 0; to < right.length; to++) {
      const replaced = (row[to] ?? 0) + (left[at] === right[to] ? 0 : 1)
      next.push(Math.min(replaced, (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1))
    }
    row = next
  }
  return row[right.length] ?? 0
}

/** Settings without the prefix, which are misspelt with it. */
const unprefixed = ["HOST", "PORT"]

const nearest = (name: string): string | undefined =>
  unprefixed.find((setting) => name === `LEADLINE_${setting}`) ??
  known.toSorted((left, right) => distance(name, left) - distance(name, right))[0]

/** A warning for each unknown `LEADLINE_` variable, with the nearest known name. Values are not read. */
export const unknownVariables = (names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names
    .filter((name) => /^LEADLINE_/i.test(name) && !known.includes(name))
    .map((name) => `${name} is not a setting and is ignored: did you mean ${nearest(name.toUpperCase())}?`)
