// Generates labelled cases, by a fixed seed, that the engine is fitted on besides real ones. No figure is measured on them.
import type { Ask } from "@leadline/core/decisions"
import type { Case, Question } from "../cases.ts"
import { buildingDomains } from "./buildingDomains.ts"
import { customerDomains } from "./customerDomains.ts"
import { directionCases } from "./directionCases.ts"
import type { Domain, Fact } from "./domain.ts"
import { leisureDomains } from "./leisureDomains.ts"
import { officeDomains } from "./officeDomains.ts"
import type { Draw } from "./random.ts"
import { drawFrom } from "./random.ts"

/** How a generated text treats a fact. The right answer is yes for `yes` alone. Repeated values are more frequent. */
const stances = ["yes", "yes", "yes", "no", "no", "aside", "silent"] as const

const noul = (instructions: string, gold: boolean): Question => {
  const options = [
    { name: "yes", description: null },
    { name: "no", description: null }
  ]
  return { name: instructions, ask: { type: "noul", instructions, options }, gold: gold ? 0 : 1 }
}

const askOf = (type: Ask["type"], instructions: string, options: Ask["options"]): Ask => ({
  type,
  instructions,
  options
})

const factOf = (
  draw: Draw,
  fact: Fact
): { readonly text: ReadonlyArray<string>; readonly question: Question } => {
  const stance = draw.one(stances)
  const text = stance === "silent" ? [] : [draw.one(fact[stance])]
  return { text, question: noul(draw.one(fact.asks), stance === "yes") }
}

const caseOf = (draw: Draw, domain: Domain, id: string): Case => {
  const right = draw.whole(0, domain.topics.length - 1)
  const opening = domain.topics[right]?.openings ?? []
  const facts = draw
    .shuffled(domain.facts)
    .slice(0, draw.whole(2, 4))
    .map((fact) => factOf(draw, fact))
  const questions = facts.map(({ question }) => question)
  const body = facts.flatMap(({ text }) => text)
  for (const { ask, levels, sentences } of domain.scales) {
    const level = draw.whole(0, levels.length - 1)
    body.push(draw.one(sentences[level] ?? []))
    const options = levels.map((description, index) => ({ name: String(index), description }))
    questions.push({ name: ask, ask: askOf("score", ask, options), gold: level })
  }
  const fillers = draw.shuffled(domain.fillers).slice(0, draw.whole(0, 3))
  const options = domain.topics.map(({ description, name }) => ({ name, description }))
  questions.push({ name: domain.topicAsk, ask: askOf("choice", domain.topicAsk, options), gold: right })
  const state = [draw.one(opening), ...draw.shuffled([...body, ...fillers])].join(" ")
  return { id, domain: `made_${domain.name}`, state, questions }
}

/** Cases per domain. */
const perDomain = 40

/** Cases about opposites. */
const directions = 150

/** All generated training cases. */
export const trainingCases = (): ReadonlyArray<Case> => {
  const draw = drawFrom(20_261_123)
  const domains = [...customerDomains, ...buildingDomains, ...officeDomains, ...leisureDomains]
  const everyday = domains.flatMap((domain) =>
    Array.from({ length: perDomain }, (_, at) => caseOf(draw, domain, `made_${domain.name}-${at}`))
  )
  return [...everyday, ...directionCases(draw, directions)]
}
