// Generates labelled cases, by a fixed seed, that the engine is fitted to besides real ones. No figure is measured on them.
import * as FileSystem from "node:fs"
import type { Case, Question } from "./cases.ts"
import { noulAsk } from "./cases.ts"
import type { Draw } from "./random.ts"
import { drawFrom } from "./random.ts"

type Texts = ReadonlyArray<string>

/** An everyday domain; its texts are made of these sentences. */
interface Domain {
  readonly name: string
  /**
   * Yes-or-no questions, and sentences that state the fact (`yes`), deny it (`no`), or mention it without stating it (`aside`),
   * such as a plan or a condition.
   */
  readonly facts: ReadonlyArray<Readonly<Record<"asks" | "yes" | "no" | "aside", Texts>>>
  readonly topicAsk: string
  /** Options of a choice, with first sentences of texts about them. */
  readonly topics: ReadonlyArray<{
    readonly name: string
    readonly description: string
    readonly openings: Texts
  }>
  /** Rating scales, with sentences for each level. */
  readonly scales: ReadonlyArray<{
    readonly ask: string
    readonly levels: Texts
    readonly sentences: ReadonlyArray<Texts>
  }>
  readonly fillers: Texts
}

/** A word, its opposite, and a statement and a question in which either stands at the place of `_`; two forms by `/`. */
export type Opposites = ReadonlyArray<Texts>

interface Material {
  readonly domains: ReadonlyArray<Domain>
  readonly opposites: { readonly patterns: Opposites; readonly fillers: Texts }
}

const material: Material = JSON.parse(
  FileSystem.readFileSync(new URL("../../eval/generated.json", import.meta.url), "utf8")
)

/** Draws a text about opposites and a question. `gold`: the question asks for what the text says. */
export const drawOpposite = (draw: Draw, patterns: Opposites, fillers: Texts) => {
  const [one = "", other = "", statement = "", ask = ""] = draw.one(patterns)
  const [saysOne, asksOne] = [draw.chance(0.5), draw.chance(0.5)]
  const [stated = ""] = (saysOne ? one : other).split("/")
  const asked = (asksOne ? one : other).split("/").at(-1) ?? ""
  return {
    state: draw.one(fillers) + statement.replace("_", stated),
    ask: ask.replace("_", asked),
    gold: saysOne === asksOne
  }
}

const noul = (instructions: string, gold: boolean): Question => ({
  ask: noulAsk(instructions),
  gold: gold ? 0 : 1
})

/** How a generated text treats a fact. The right answer is yes for `yes` alone. Repeated values are more frequent. */
const stances = ["yes", "yes", "yes", "no", "no", "aside", "silent"] as const

const caseOf = (draw: Draw, domain: Domain, id: string): Case => {
  const right = draw.whole(0, domain.topics.length - 1)
  const questions: Array<Question> = []
  const body: Array<string> = []
  for (const fact of draw.shuffled(domain.facts).slice(0, draw.whole(2, 4))) {
    const stance = draw.one(stances)
    if (stance !== "silent") body.push(draw.one(fact[stance]))
    questions.push(noul(draw.one(fact.asks), stance === "yes"))
  }
  for (const { ask, levels, sentences } of domain.scales) {
    const gold = draw.whole(0, levels.length - 1)
    body.push(draw.one(sentences[gold] ?? []))
    const options = levels.map((description, index) => ({ name: String(index), description }))
    questions.push({ ask: { type: "score", instructions: ask, options }, gold })
  }
  const fillers = draw.shuffled(domain.fillers).slice(0, draw.whole(0, 3))
  const options = domain.topics.map(({ description, name }) => ({ name, description }))
  questions.push({ ask: { type: "choice", instructions: domain.topicAsk, options }, gold: right })
  const opening = draw.one(domain.topics[right]?.openings ?? [])
  return {
    id,
    domain: `made_${domain.name}`,
    state: [opening, ...draw.shuffled([...body, ...fillers])].join(" "),
    questions
  }
}

const perDomain = 40
const oppositeCases = 150

/** All generated cases. */
export const generatedCases = (): ReadonlyArray<Case> => {
  const draw = drawFrom(20_261_123)
  const { fillers, patterns } = material.opposites
  const everyday = material.domains.flatMap((domain) =>
    Array.from({ length: perDomain }, (_, at) => caseOf(draw, domain, `made_${domain.name}-${at}`))
  )
  const opposites = Array.from({ length: oppositeCases }, (_, at): Case => {
    const { ask, gold, state } = drawOpposite(draw, patterns, fillers)
    return { id: `made_opposites-${at}`, domain: "made_opposites", state, questions: [noul(ask, gold)] }
  })
  return [...everyday, ...opposites]
}
