// Scores passages by how well they answer a question, and picks those that together answer it.
import * as Effect from "effect/Effect"
import type { Lexicon } from "../lexicon.ts"
import { similarity, unit } from "../lexicon.ts"
import type { Pace } from "../pace.ts"
import type { Passage } from "./passages.ts"
import type { Kind, Question, Term } from "./question.ts"
import { termsOf } from "./question.ts"

/** A passage and how well it answers; `coverage` is the share of the question's words it holds, 0 to 1. */
export interface Ranked {
  readonly passage: Passage
  readonly score: number
  readonly coverage: number
}

/** What is looked for. */
export type Sought = Pick<Question, "kind" | "terms" | "vector">

const month =
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|\b(?:1[0-9]|20)\d\d\b|\b\d{1,2}:\d{2}\b/i
const causes = /\b(?:because|since|due to|so that|therefore|reason|otherwise|in order to|caused?|result)\b/i
const places = /\b(?:in|at|near|under|stands?|located|path|folder|directory)\b/i
const orders = /\b(?:run|set|use|call|create|add|send|install|open|start|pass|write|first|then|by)\b/i

/** Does a passage have the form of such an answer? */
const fits = (kind: Kind, terms: ReadonlyArray<Term>, { text, tokens }: Passage): boolean => {
  if (kind === "count") return tokens.some((token) => token.kind === "number")
  if (kind === "time") return month.test(text)
  if (kind === "person") return /\b\p{Lu}\p{L}+/u.test(text.slice(1))
  if (kind === "reason") return causes.test(text)
  if (kind === "place") return places.test(text)
  if (kind === "way") return orders.test(text)
  if (kind === "meaning") {
    // "A buoy is", "Buoys are", "buoy:" at the beginning say what it is.
    const verb = tokens
      .slice(0, 6)
      .findIndex((token, at) => token.text === "is" || token.text === "are" || (token.text === ":" && at < 3))
    return tokens.slice(0, Math.max(0, verb)).some(({ stem }) => terms.some((term) => term.stem === stem))
  }
  return false
}

/** Openings that lean on a sentence that is not shown. */
const leans =
  /^(?:it|they|this|that|these|those|he|she|however|but|and|so|also|otherwise|then|such|both|the (?:former|latter|same))\b/i

/** Best strength with which a passage holds a term: its own words count whole, its heading and title less. */
const strengthIn = (term: Term, own: ReadonlySet<string>, around: ReadonlySet<string>): number => {
  let best = 0
  for (const { stem, strength } of term.variants) {
    if (strength > best && own.has(stem)) best = strength
    if (0.5 * strength > best && around.has(stem)) best = 0.5 * strength
  }
  return best
}

const stemsOf = (passage: Passage): ReadonlySet<string> => new Set(passage.tokens.map(({ stem }) => stem))

/** Words that stand in nearly every passage tell little about any of them. */
const weigh = (
  terms: ReadonlyArray<Term>,
  stems: ReadonlyArray<ReadonlySet<string>>
): ReadonlyArray<number> =>
  terms.map(({ stem, weight }) => {
    const holding = stems.filter((set) => set.has(stem)).length
    return weight * (0.35 + 0.65 * (1 - Math.log(1 + holding) / Math.log(2 + stems.length)))
  })

/** Scores every passage. `titles` are the titles of the sources by id. Keeps to short slices of work. */
export const rank = Effect.fnUntraced(function* (
  lexicon: Lexicon,
  sought: Sought,
  passages: ReadonlyArray<Passage>,
  titles: ReadonlyMap<number, string>,
  pace: Pace
) {
  const stems: Array<ReadonlySet<string>> = []
  for (const passage of passages) {
    stems.push(stemsOf(passage))
    yield* pace.spend(passage.tokens.length)
  }
  const weights = weigh(sought.terms, stems)
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const surroundings = new Map<string, ReadonlySet<string>>()
  const around = ({ heading, source }: Passage): ReadonlySet<string> => {
    const text = `${titles.get(source) ?? ""} ${heading}`
    const known = surroundings.get(text)
    if (known !== undefined) return known
    const made = new Set(termsOf(lexicon, text).map(({ stem }) => stem))
    surroundings.set(text, made)
    return made
  }
  const ranked: Array<Ranked> = []
  for (const [at, passage] of passages.entries()) {
    const own = stems[at] ?? new Set()
    const near = around(passage)
    const covered = sought.terms.reduce(
      (sum, term, t) => sum + (weights[t] ?? 0) * strengthIn(term, own, near),
      0
    )
    const coverage = whole === 0 ? 0 : covered / whole
    const sum = new Float64Array(lexicon.dimensions)
    let content = 0
    for (const token of passage.tokens) {
      if (!token.content || token.kind !== "word") continue
      lexicon.add(token, sum)
      content++
    }
    const closeness = Math.max(0, similarity(sought.vector, unit(sum)))
    const form = fits(sought.kind, sought.terms, passage) ? 0.12 : 0
    const flaws =
      (leans.test(passage.text) ? 0.12 : 0) +
      (passage.text.endsWith("?") ? 0.2 : 0) +
      (content < 3 ? 0.2 : 0) +
      // Without an end or a colon it is a label rather than a sentence.
      (/[.!?:;)]["'”’)\]]*$|: /.test(passage.text) ? 0 : 0.15) +
      (passage.text.length > 320 ? 0.12 : 0)
    // Search has ranked the pages: the first count a little more.
    const place = passage.source === 0 ? 0 : 0.1 / passage.source
    ranked.push({ passage, coverage, score: coverage + 0.35 * closeness + form + place - flaws })
    yield* pace.spend(4 + passage.tokens.length * 4)
  }
  return ranked.toSorted(
    (a, b) => b.score - a.score || a.passage.source - b.passage.source || a.passage.order - b.passage.order
  )
})

const overlap = (left: ReadonlySet<string>, right: ReadonlySet<string>): number => {
  let shared = 0
  for (const stem of left) if (right.has(stem)) shared++
  return shared / Math.max(1, Math.min(left.size, right.size))
}

/** The least share of the question's words the best passage must hold to be an answer at all. */
const leastCoverage = 0.34

/** The best passages that do not repeat each other, best first; none when the best is no answer. */
export const pick = (
  ranked: ReadonlyArray<Ranked>,
  limits: { readonly most: number; readonly share: number; readonly leastCoverage?: number }
): ReadonlyArray<Ranked> => {
  const [first] = ranked
  if (first === undefined || first.coverage < (limits.leastCoverage ?? leastCoverage)) return []
  const chosen: Array<Ranked> = []
  const shown: Array<ReadonlySet<string>> = []
  for (const candidate of ranked) {
    if (chosen.length >= limits.most || candidate.score < limits.share * first.score) break
    const stems = stemsOf(candidate.passage)
    if (shown.some((other) => overlap(stems, other) > 0.75)) continue
    chosen.push(candidate)
    shown.push(stems)
  }
  return chosen
}

/** Ranks passages by how central they are to all: for summaries. */
export const central = Effect.fnUntraced(function* (
  lexicon: Lexicon,
  passages: ReadonlyArray<Passage>,
  pace: Pace
) {
  const sum = new Float64Array(lexicon.dimensions)
  for (const { tokens } of passages) {
    for (const token of tokens) if (token.content) lexicon.add(token, sum)
    yield* pace.spend(tokens.length * 4)
  }
  const counts = new Map<string, number>()
  for (const passage of passages)
    for (const stem of stemsOf(passage)) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  const texts = new Map<string, string>()
  for (const { tokens } of passages) {
    for (const { content, kind, stem, text } of tokens) if (content && kind === "word") texts.set(stem, text)
  }
  const terms = [...texts]
    .toSorted(([a], [b]) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || (a < b ? -1 : 1))
    .map(([, text]) => text)
  const sought: Sought = {
    kind: "other",
    terms: termsOf(lexicon, terms.slice(0, 12).join(" ")),
    vector: unit(sum)
  }
  return yield* rank(lexicon, sought, passages, new Map(), pace)
})
