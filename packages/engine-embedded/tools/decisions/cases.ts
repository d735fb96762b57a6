// Reads labelled cases, one JSON object per line.
import { readFileSync } from "node:fs"
import { type Ask, ChoiceQuestion, NoulQuestion, ScoreQuestion } from "@leadline/core/decisions"
import * as Schema from "effect/Schema"

/** One labelled case. Cases of one domain are related. */
export interface Case {
  readonly id: string
  readonly domain: string
  readonly state: Schema.Json
  /** The questions; of those with a known answer with the index of the right option. A noul has yes at 0. */
  readonly questions: ReadonlyArray<{ readonly ask: Ask; readonly gold: number | undefined }>
}

const Line = Schema.Struct({
  id: Schema.NonEmptyString,
  state: Schema.Json,
  questions: Schema.Record(Schema.String, Schema.Union([NoulQuestion, ChoiceQuestion, ScoreQuestion])),
  gold: Schema.Record(
    Schema.String,
    Schema.Union([Schema.String, Schema.Number, Schema.Boolean, Schema.Null])
  )
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

/** The labelled files that the engine is fitted to. Figures of them come from models that left their domain out. */
export const fittedFiles = ["jevbench/dev", "cases", "everyday", "paraphrased", "training"] as const

/** Cases that a program made of templates. The engine is fitted to them, too; no figure is measured on them. */
export const generatedFile = "generated"

/** Cases of further domains, which serve measuring alone. */
export const unseenFile = "unseen"

/** Short texts of one ability each, its name as the domain; without a gold answer only an unsure one is right. */
export const probesFile = "probes"

/** Reads a labelled file by its name. */
export const labelledCases = (file: string): ReadonlyArray<Case> => {
  const text = readFileSync(new URL(`../../eval/${file}.jsonl`, import.meta.url), "utf8")
  return text
    .trim()
    .split("\n")
    .map((line) => {
      const { gold, id, questions, state } = decodeLine(line)
      const answered = Object.entries(questions).map(([question, asked]) => {
        const ask = askOf(asked)
        // True and false, the name of an option, or the index of a level.
        const right = gold[question]
        const option = right === true ? "yes" : right === false ? "no" : String(right)
        const index = ask.options.findIndex(({ name }) => name === option)
        return { ask, gold: index < 0 ? undefined : index }
      })
      return { id, domain: id.replace(/-[^-]*$/, ""), state, questions: answered }
    })
}
