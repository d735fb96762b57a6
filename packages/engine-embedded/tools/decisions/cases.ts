// Reads labelled cases, one JSON object per line. Errors name the line.
import * as FileSystem from "node:fs"
import * as Url from "node:url"
import type { Ask, AskOption } from "@leadline/core/decisions"
import type * as Schema from "effect/Schema"

/** One question of a case. `gold` is the index of the right option; a noul has yes at 0. */
export interface Question {
  readonly name: string
  readonly ask: Ask
  readonly gold: number | undefined
}

/** One labelled case. */
export interface Case {
  readonly id: string
  /** The id without its last part, shared by related cases. */
  readonly domain: string
  readonly state: Schema.Json
  readonly questions: ReadonlyArray<Question>
}

/** An invalid file of cases; the message says where and why. */
export class CaseError extends Error {}

const isObject = (value: unknown): value is Schema.JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const get = (value: Schema.JsonObject, key: string): Schema.Json | undefined =>
  Object.hasOwn(value, key) ? value[key] : undefined

const optionsOf = (question: Schema.JsonObject, where: string): ReadonlyArray<AskOption> => {
  const criteria = get(question, "criteria")
  switch (get(question, "type")) {
    case "noul": {
      const meaning = isObject(criteria) ? criteria : {}
      return [
        { name: "yes", description: get(meaning, "true") ?? null },
        { name: "no", description: get(meaning, "false") ?? null }
      ]
    }
    case "choice":
      if (!isObject(criteria) || Object.keys(criteria).length === 0)
        throw new CaseError(`${where}: criteria is not an object of options`)
      return Object.entries(criteria).map(([name, description]) => ({ name, description }))
    case "score":
      if (!Array.isArray(criteria) || criteria.length === 0)
        throw new CaseError(`${where}: criteria is not a list of levels`)
      return criteria.map((description: Schema.Json, index) => ({ name: String(index), description }))
    default:
      throw new CaseError(`${where}: type is not noul, choice or score`)
  }
}

const goldOf = (ask: Ask, value: Schema.Json | undefined, where: string): number | undefined => {
  if (value === undefined || value === null) return undefined
  const named = ask.type === "choice" ? ask.options.findIndex((option) => option.name === value) : -1
  if (value === "unknown" && named < 0) return undefined
  if (ask.type === "choice" && named >= 0) return named
  if (ask.type === "noul" && typeof value === "boolean") return value ? 0 : 1
  if (
    ask.type === "score" &&
    typeof value === "number" &&
    Number.isInteger(value) &&
    value >= 0 &&
    value < ask.options.length
  ) {
    return value
  }
  throw new CaseError(`${where}: gold ${JSON.stringify(value)} is not an answer of a ${ask.type}`)
}

const parseLine = (line: string, number: number): Case => {
  const at = `line ${number}`
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new CaseError(`${at}: not JSON`)
  }
  if (!isObject(value)) throw new CaseError(`${at}: not an object`)
  const [id, state, questions, gold] = [
    get(value, "id"),
    get(value, "state"),
    get(value, "questions"),
    get(value, "gold")
  ]
  if (typeof id !== "string" || id === "") throw new CaseError(`${at}: id is not a string`)
  if (typeof state !== "string" && !Array.isArray(state) && !isObject(state))
    throw new CaseError(`${at}: state is not a string, object or array`)
  if (!isObject(questions) || Object.keys(questions).length === 0)
    throw new CaseError(`${at}: questions is not an object of questions`)
  if (!isObject(gold)) throw new CaseError(`${at}: gold is not an object`)
  for (const name of Object.keys(gold)) {
    if (!Object.hasOwn(questions, name))
      throw new CaseError(`${at}: gold names "${name}", which is not a question`)
  }
  const parsed = Object.entries(questions).map(([name, question]): Question => {
    const where = `${at}, question "${name}"`
    if (!isObject(question)) throw new CaseError(`${where}: not an object`)
    const options = optionsOf(question, where)
    const type = get(question, "type")
    const ask: Ask = {
      type: type === "noul" || type === "score" ? type : "choice",
      instructions: get(question, "instructions") ?? null,
      options
    }
    return { name, ask, gold: goldOf(ask, get(gold, name), where) }
  })
  return { id, domain: id.replace(/-[^-]*$/, ""), state, questions: parsed }
}

/** Parses the text of a file of cases. Throws a `CaseError` at the first line that breaks the format. */
export const parseCases = (text: string): ReadonlyArray<Case> => {
  const cases: Array<Case> = []
  const lines = new Map<string, number>()
  for (const [index, line] of text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .entries()) {
    if (line.trim() === "") continue
    const parsed = parseLine(line, index + 1)
    const earlier = lines.get(parsed.id)
    if (earlier !== undefined)
      throw new CaseError(`line ${index + 1}: id "${parsed.id}" is already on line ${earlier}`)
    lines.set(parsed.id, index + 1)
    cases.push(parsed)
  }
  if (cases.length === 0) throw new CaseError("the file has no case")
  return cases
}

/** The labelled cases that the engine is developed on; see the notice beside them. */
export const developmentFile = Url.fileURLToPath(new URL("../../eval/jevbench/dev.jsonl", import.meta.url))

/** Hand-written everyday cases that are used for fitting alone. No figure is measured on them. */
export const trainingFile = Url.fileURLToPath(new URL("../../eval/training.jsonl", import.meta.url))

/** Reads a file of cases. */
export const readCases = (path: string): { readonly text: string; readonly cases: ReadonlyArray<Case> } => {
  let text: string
  try {
    text = FileSystem.readFileSync(path, "utf8")
  } catch {
    throw new CaseError(`${path} cannot be read`)
  }
  return { text, cases: parseCases(text) }
}
