// Verbs that name one event from its two sides: what one borrows, another lends.
import { stem } from "../../text/stem.ts"
import { irregularForms } from "../../text/irregularForms.ts"

const pairs = ["lend loan | borrow", "sell | buy purchase", "teach | learn"]

const formsOf = (side: string): ReadonlyArray<string> =>
  side
    .trim()
    .split(" ")
    .flatMap((word) => [word, ...irregularForms(word)].map((form) => stem(form)))

const converses = new Map<string, ReadonlySet<string>>()
for (const pair of pairs) {
  const [left = [], right = []] = pair.split("|").map(formsOf)
  for (const form of left) converses.set(form, new Set(right))
  for (const form of right) converses.set(form, new Set(left))
}

/** Does a stem name the event of another from its other side? For a decision they differ, for a question they do not. */
export const areConverseVerbs = (one: string, other: string): boolean =>
  converses.get(one)?.has(other) === true
