// Reads labelled cases, one JSON object per line. Errors name the line.
import * as FileSystem from "node:fs"
import { type Ask, ChoiceQuestion, NoulQuestion, ScoreQuestion } from "@leadline/core/decisions"
import * as Schema from "effect/Schema"

const Line = Schema.Struct({
  id: Schema.NonEmptyString,
  state: Schema.Json,
  questions: Schema.Record(Schema.String, Schema.Union([NoulQuestion, ChoiceQuestion, ScoreQuestion])),
  /** A boolean, the name of an option or the index of a level; null where no answer is known. */
  gold: Schema.Record(Schema.String, Schema.Json)
})

const decodeLine = Schema.decodeUnknownSync(Schema.fromJsonString(Line))

type Description = Schema.Json | null | undefined

/** A question as the engine is asked it, with the description of each option by its name. */
export const askOf = (
  type: Ask["type"],
  instructions: Description,
  descriptions: Readonly<Record<string, Description>> | ReadonlyArray<Description>
): Ask => {
  const options = Object.entries(descriptions).map(([name, description = null]) => ({ name, description }))
  return { type, instructions: instructions ?? null, options }
}

/** The index of the right option of a question; `undefined` where that is not known. */
const goldOf = ({ options, type }: Ask, value: Schema.Json): number | undefined => {
  if (value === null) return undefined
  const answers = type === "noul" ? ["true", "false"] : options.map(({ name }) => name)
  const gold = answers.findIndex((answer) => answer === value || answer === JSON.stringify(value))
  if (gold < 0) throw new Error(`gold ${JSON.stringify(value)} is not an answer of a ${type}`)
  return gold
}

const parseLine = (text: string) => {
  const { gold, id, questions, state } = decodeLine(text)
  return {
    id,
    /** The id without its last part, shared by related cases. */
    domain: id.replace(/-[^-]*$/, ""),
    state,
    /** Those that have a gold answer, or null in its place. */
    questions: Object.entries(gold).map(([name, value]) => {
      const question = questions[name]
      if (question === undefined) throw new Error(`gold names "${name}", which is not a question`)
      const { criteria, instructions, type } = question
      const descriptions = type === "noul" ? { yes: criteria?.true, no: criteria?.false } : criteria
      const ask = askOf(type, instructions, descriptions)
      return { ask, gold: goldOf(ask, value) }
    })
  }
}

/** One labelled case. A noul has yes as its option 0. */
export type Case = ReturnType<typeof parseLine>

/** Reads a file of cases. Throws at the first line that breaks the format. */
export const readCases = (path: string | URL): ReadonlyArray<Case> =>
  FileSystem.readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line, index) => {
      try {
        return line.trim() === "" ? [] : [parseLine(line)]
      } catch (cause) {
        throw new Error(`line ${index + 1} is no case`, { cause })
      }
    })

/** The labelled files that the engine is fitted to. Figures of them come from models that left their domain out. */
export const fittedFiles = [
  "jevbench/dev",
  "cases",
  "everyday",
  "paraphrased",
  "training",
  "numbers"
] as const

/**
 * Reads a labelled file of this package by its name. `unseen` has cases of further domains, which serve measuring alone;
 * `probes` has short texts of one ability each, its name as the domain: without a gold answer only an unsure one is right.
 */
export const labelledCases = (name: (typeof fittedFiles)[number] | "unseen" | "probes") =>
  readCases(new URL(`../../eval/${name}.jsonl`, import.meta.url))
