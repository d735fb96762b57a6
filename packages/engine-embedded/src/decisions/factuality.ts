// Factuality: whether a sentence that has the words of a hypothesis states it as a fact. Conditions, plans, double
// negation and exchanged roles speak against it.
import { wordSet } from "../text/wordLists.ts"
import { type Hypothesis, mentioningStems } from "./hypothesis.ts"
import type { Sentence } from "./sentence.ts"

type Tokens = Sentence["tokens"]

const conditions = wordSet("if unless whether provided assuming suppose otherwise")
const modals = wordSet("would could might may should maybe perhaps possibly must")
const plans =
  wordSet(`will shall going plan plans planning intend intends want wants wish wishes hope hopes expect expects
  please promise promises ask asks tomorrow`)
const statesAFact = wordSet("did was were has have had is are does do")
const negations =
  wordSet(`not no never none neither nor without cannot nothing nobody hardly barely unlikely impossible deny
  denies denied fail fails failed refuse refused doubt doubts untrue false incorrect wrong`)
const clauseEnds = wordSet(", ; : . ( ) – — and or but nor")
const beForms = wordSet("is are was were be been being got gets")

/** Tokens between a word and what it applies to, at most. */
const reach = 6

const has = (tokens: Tokens, list: ReadonlySet<string>): boolean => tokens.some(({ text }) => list.has(text))

/** Does a word of the list precede one of the marked tokens, in the same clause and at most {@link reach} tokens away? */
const leads = (tokens: Tokens, list: ReadonlySet<string>, marked: (at: number) => boolean): boolean => {
  let last = -Infinity
  for (const [at, { text }] of tokens.entries()) {
    if (clauseEnds.has(text)) last = -Infinity
    else if (marked(at) && at - last <= reach) return true
    if (list.has(text)) last = at
  }
  return false
}

/** Is it in the passive voice: "the customer was refunded by the shop"? */
const isPassive = (tokens: Tokens): boolean => {
  const be = tokens.findIndex(({ text }) => beForms.has(text))
  return be >= 0 && tokens.some(({ text }, at) => at > be && text === "by")
}

/** Have subject and object changed places: "the shop refunded the customer", "the customer refunded the shop"? */
const rolesExchanged = (hypothesis: Hypothesis, tokens: Tokens): boolean => {
  const places = hypothesis.terms
    .map(({ related }) => new Set(related.map(({ stem }) => stem)))
    .map((stems) => tokens.findIndex((token) => stems.has(token.stem)))
    .filter((at) => at >= 0)
  if (places.length < 3) return false
  const [first = 0, last = 0] = [places[0], places.at(-1)]
  const inner = places.slice(1, -1)
  const reversed = first > last && inner.some((at) => at > last && at < first)
  const straight = first < last && inner.some((at) => at > first && at < last)
  const passive = isPassive(hypothesis.tokens) !== isPassive(tokens)
  return (reversed && !passive) || (straight && passive)
}

/** Prepositions and comparatives with their opposites. They are stop words, so that matching words overlooks them. */
const directions = [
  ["up", "down"],
  ["before", "after"],
  ["above", "below"],
  ["over", "under"],
  ["more", "less"],
  ["more", "fewer"],
  ["most", "least"]
].flatMap(([one = "", other = ""]) => [[one, other] as const, [other, one] as const])

/** Does the sentence say "after" where the question says "before"? */
const isOpposed = (own: Tokens, tokens: Tokens): boolean => {
  const asked = new Set(own.map(({ text }) => text))
  const stated = new Set(tokens.map(({ text }) => text))
  return directions.some(
    ([one, other]) => asked.has(one) && !asked.has(other) && stated.has(other) && !stated.has(one)
  )
}

/** The factor that each sign applies to the factuality of a sentence. */
const factors = { conditional: 0.3, planned: 0.3, exchanged: 0.05, doubleNegation: 0.25, opposed: 0.1 }

/**
 * How far a sentence that matches a hypothesis states it as a fact, 0 to 1. It is lower for conditions, for plans when
 * the hypothesis asks about facts, for words of the opposite direction, for exchanged roles and for double negation.
 */
export const factualityOf = (hypothesis: Hypothesis, { tokens }: Sentence): number => {
  const own = hypothesis.tokens
  const stems = mentioningStems(hypothesis)
  const matched = (at: number): boolean => stems.has(tokens[at]?.stem ?? "")
  const asksForFacts = statesAFact.has(own[0]?.text ?? "")
  let factuality = 1
  if (
    !has(own, conditions) &&
    !has(own, modals) &&
    (has(tokens, conditions) || leads(tokens, modals, matched))
  )
    factuality *= factors.conditional
  if (asksForFacts && !has(own, plans) && leads(tokens, plans, matched)) factuality *= factors.planned
  if (isOpposed(own, tokens)) factuality *= factors.opposed
  if (rolesExchanged(hypothesis, tokens)) factuality *= factors.exchanged
  if (leads(tokens, negations, (at) => negations.has(tokens[at]?.text ?? "")))
    factuality *= factors.doubleNegation
  return factuality
}
