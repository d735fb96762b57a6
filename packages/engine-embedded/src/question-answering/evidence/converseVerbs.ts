// Converse verbs: pairs that describe one event from its two sides. What one lends, another borrows.
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

/**
 * Are two stems converse verbs? They are antonyms for a decision ("Did I lend it?"), but either may be in the answer to a
 * question ("Who lends bikes?": "Borrow a bike at the desk").
 */
export const areConverseVerbs = (one: string, other: string): boolean =>
  converses.get(one)?.has(other) === true
