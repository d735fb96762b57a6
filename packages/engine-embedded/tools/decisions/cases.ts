// Reads labelled cases, one JSON object per line. Errors name the line.
import * as FileSystem from "node:fs"
import type { Ask } from "@leadline/core/decisions"
import { ChoiceQuestion, NoulQuestion, ScoreQuestion } from "@leadline/core/decisions"
import * as Schema from "effect/Schema"

/** One labelled case. */
export interface Case {
  readonly id: string
  /** The id without its last part, shared by related cases. */
  readonly domain: string
  readonly state: Schema.Json
  /** Each with the index of its right option, where that is known; a noul has yes at 0. */
  readonly questions: ReadonlyArray<{ readonly ask: Ask; readonly gold: number | undefined }>
}

/** An invalid file of cases; the message says where and why. */
export class CaseError extends Error {}

const Line = Schema.Struct({
  id: Schema.NonEmptyString,
  state: Schema.Json,
  questions: Schema.Record(Schema.String, Schema.Union([NoulQuestion, ChoiceQuestion, ScoreQuestion])),
  gold: Schema.Record(Schema.String, Schema.Json)
})

const decodeLine = Schema.decodeUnknownSync(Schema.fromJsonString(Line))

/** A yes-or-no question. */
export const noulAsk = (
  instructions: Ask["instructions"],
  yes: Schema.Json = null,
  no: Schema.Json = null
): Ask => ({
  type: "noul",
  instructions,
  options: [
    { name: "yes", description: yes },
    { name: "no", description: no }
  ]
})

const askOf = (question: (typeof Line.Type)["questions"][string]): Ask => {
  const instructions = question.instructions ?? null
  if (question.type === "noul")
    return noulAsk(instructions, question.criteria?.true, question.criteria?.false)
  const options = Object.entries(question.criteria).map(([name, description]) => ({ name, description }))
  return { type: question.type, instructions, options }
}

/** The gold answer as an option name: yes or no, the name of an option, or the index of a level. */
const goldOf = ({ options, type }: Ask, value: Schema.Json | undefined): number | undefined => {
  const name = type === "noul" && typeof value === "boolean" ? (value ? "yes" : "no") : value
  const gold = options.findIndex((option) => option.name === (typeof name === "number" ? `${name}` : name))
  if (gold >= 0) return gold
  if (value === undefined || value === null || value === "unknown") return undefined
  throw new CaseError(`gold ${JSON.stringify(value)} is not an answer of a ${type}`)
}

const parseLine = (text: string): Case => {
  const { gold, id, questions, state } = decodeLine(text)
  const stray = Object.keys(gold).find((name) => !Object.hasOwn(questions, name))
  if (stray !== undefined) throw new CaseError(`gold names "${stray}", which is not a question`)
  const parsed = Object.entries(questions).map(([name, question]) => {
    const ask = askOf(question)
    return { ask, gold: goldOf(ask, gold[name]) }
  })
  return { id, domain: id.replace(/-[^-]*$/, ""), state, questions: parsed }
}

/** The labelled files that the engine is fitted to. Figures of them come from models that left their domain out. */
export const fittedFiles = [
  "jevbench/dev",
  "cases",
  "everyday",
  "paraphrased",
  "training",
  "numbers"
] as const

/** Cases of further domains, which serve measuring alone. */
export const unseenFile = "unseen"

/** Short texts of one ability each, its name as the domain; without a gold answer only an unsure one is right. */
export const probesFile = "probes"

/** Reads a file of cases. Throws a `CaseError` at the first line that breaks the format. */
export const readCases = (path: string | URL): ReadonlyArray<Case> => {
  const lines = FileSystem.readFileSync(path, "utf8").split("\n")
  const cases = lines.flatMap((line, index) => {
    if (line.trim() === "") return []
    try {
      return [parseLine(line)]
    } catch (error) {
      throw new CaseError(`line ${index + 1}: ${error instanceof Error ? error.message : String(error)}`)
    }
  })
  if (cases.length === 0) throw new CaseError("the file has no case")
  return cases
}

/** Reads a labelled file of this package by its name. */
export const labelledCases = (name: string): ReadonlyArray<Case> =>
  readCases(new URL(`../../eval/${name}.jsonl`, import.meta.url))
