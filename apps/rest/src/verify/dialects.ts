// How the dialects write a request, and how their answers read.
import * as Predicate from "effect/Predicate"
import type { Dialect } from "./Check.ts"

/** A question in the words of the contract. */
export type Question =
  | {
      readonly type: "noul"
      readonly instructions?: string
      readonly criteria?: { readonly true: string; readonly false: string }
    }
  | {
      readonly type: "choice"
      readonly instructions?: string
      readonly criteria: ReadonlyArray<readonly [string | boolean, string | null]>
    }
  | { readonly type: "score"; readonly instructions?: string; readonly criteria: ReadonlyArray<string> }

/** Questions by name, in order. */
export type Questions = ReadonlyArray<readonly [string, Question]>

/** A request in the words of the contract. */
export interface Ask {
  readonly state: unknown
  readonly questions: Questions
}

/** An object of an answer. */
export interface Json {
  readonly [name: string]: unknown
}

/** An answer as it came, with its probabilities in the order of the options. */
export interface ReceivedAnswer {
  readonly name: string
  readonly type: unknown
  /** The probability of yes, the chosen option or the score. */
  readonly value: unknown
  readonly confidence: unknown
  /** Of each option; undefined: it has none. */
  readonly probabilities: ReadonlyArray<unknown>
  /** Names that have a probability and are no options. */
  readonly others: ReadonlyArray<string>
  /** The levels as they came back; undefined: not at all. */
  readonly legend: ReadonlyArray<unknown> | undefined
}

/** The names of the options of a question, as answers name them. */
export const optionsOf = (question: Question): ReadonlyArray<string | boolean> =>
  question.type === "noul"
    ? []
    : question.type === "choice"
      ? question.criteria.map(([name]) => name)
      : question.criteria.map((_, level) => String(level))

const mapped = (question: Question): object =>
  question.type === "choice"
    ? {
        ...question,
        criteria: Object.fromEntries(question.criteria.map(([name, text]) => [String(name), text]))
      }
    : question

/** Parts of a message of OpenAI's. */
const openaiInput = (state: unknown): unknown => {
  if (typeof state === "string") return state
  if (!Array.isArray(state)) return JSON.stringify(state)
  const content = state.map((part: unknown) =>
    Predicate.isObject(part) && Predicate.isObject(part["image_url"])
      ? { type: "input_image", image_url: (part["image_url"] as Json)["url"], detail: "auto" }
      : { type: "input_text", text: typeof part === "string" ? part : JSON.stringify(part) }
  )
  return [{ role: "user", content }]
}

const openaiQuestion = ([name, question]: readonly [string, Question]): object => {
  const { instructions } = question
  if (question.type === "noul") {
    const { criteria } = question
    const meaning = criteria === undefined ? [] : [`Yes: ${criteria.true}. No: ${criteria.false}.`]
    const text = [...(instructions === undefined ? [] : [instructions]), ...meaning].join(" ")
    return { type: "predicate", name, ...(text !== "" && { instructions: text }) }
  }
  const asked = { type: question.type, name, instructions: instructions ?? "Which fits best?" }
  return question.type === "choice"
    ? {
        ...asked,
        choices: question.criteria.map(([value, description]) => ({
          value,
          ...(description !== null && { description })
        }))
      }
    : { ...asked, levels: question.criteria.map((label) => ({ label })) }
}

/** The body of a request. */
export const bodyOf = (dialect: Dialect, model: string, { questions, state }: Ask): Json =>
  dialect === "openai-decisions"
    ? { model, input: openaiInput(state), questions: questions.map(openaiQuestion) }
    : {
        model,
        state,
        questions: Object.fromEntries(questions.map(([name, question]) => [name, mapped(question)]))
      }

/** A value as an object; empty where it is none. */
export const objectOf = (value: unknown): Json => (Predicate.isObject(value) ? value : {})

const own = (value: unknown, name: string): unknown =>
  Predicate.isObject(value) && Object.hasOwn(value, name) ? (value as Json)[name] : undefined

const values = { noul: "noul", choice: "choice", score: "score" } as const

const readMapped = (name: string, question: Question, found: unknown): ReceivedAnswer => {
  const options = optionsOf(question).map(String)
  const probabilities = own(found, "probabilities")
  const legend = own(found, "legend")
  return {
    name,
    type: own(found, "type"),
    value: own(found, values[question.type]),
    confidence: own(found, "confidence"),
    probabilities: options.map((option) => own(probabilities, option)),
    others: Object.keys(objectOf(probabilities)).filter((option) => !options.includes(option)),
    legend: Predicate.isObject(legend) ? options.map((option) => own(legend, option)) : undefined
  }
}

const openaiTypes: { readonly [type: string]: string } = {
  predicate: "noul",
  choice: "choice",
  score: "score"
}

const readListed = (name: string, question: Question, found: unknown): ReceivedAnswer => {
  const type = String(own(found, "type"))
  const listed = own(found, "probabilities")
  const entries = Array.isArray(listed) ? listed : []
  const options = optionsOf(question).map((option) => (question.type === "score" ? Number(option) : option))
  return {
    name,
    type: Object.hasOwn(openaiTypes, type) ? openaiTypes[type] : type,
    value: own(found, question.type === "noul" ? "probability" : question.type),
    confidence: own(found, "confidence"),
    probabilities: options.map((option, index) =>
      own(entries[index], "value") === option ? own(entries[index], "probability") : undefined
    ),
    others: entries.slice(options.length).map((entry) => String(own(entry, "value"))),
    legend: question.type === "score" ? entries.map((entry) => own(entry, "label")) : undefined
  }
}

/** The names under which answers came, in their order; of OpenAI's list. */
const namesOf = (answers: unknown): ReadonlyArray<string> =>
  Array.isArray(answers)
    ? answers.map((answer) => String(own(answer, "name")))
    : Object.keys(objectOf(answers))

/** The answers of a body, and what is wrong with their names; undefined: nothing is. */
export const answersOf = (dialect: Dialect, questions: Questions, body: unknown) => {
  const answers = own(body, "answers")
  const expected = questions.map(([name]) => name)
  const names = namesOf(answers)
  if (dialect === "openai-decisions") {
    const isListed = Array.isArray(answers)
    const listed: ReadonlyArray<unknown> = isListed ? answers : []
    const isSame =
      isListed && names.length === expected.length && names.every((name, at) => name === expected[at])
    return {
      problem: isSame
        ? undefined
        : `asked ${expected.slice(0, 3).join(", ")}, answered ${names.slice(0, 3).join(", ")}`,
      answers: questions.flatMap(([name, question], at) =>
        names[at] === name ? [{ question, answer: readListed(name, question, listed[at]) }] : []
      )
    }
  }
  const missing = expected.filter((name) => !names.includes(name))
  const more = names.filter((name) => !expected.includes(name))
  return {
    problem:
      missing.length > 0
        ? `no answer to ${missing.slice(0, 3).join(", ")}`
        : more.length > 0
          ? `an answer to ${more.slice(0, 3).join(", ")}, which was not asked`
          : undefined,
    answers: questions.flatMap(([name, question]) =>
      names.includes(name) ? [{ question, answer: readMapped(name, question, own(answers, name)) }] : []
    )
  }
}

/** Where requests go. The URL is that of the server, of its `/v1`, or the whole address. */
export const addressOf = (dialect: Dialect, url: URL): string => {
  const base = `${url.origin}${url.pathname.replace(/\/+$/, "")}`
  const last = dialect === "system-one" ? "systemone" : "decisions"
  if (base.endsWith(`/${last}`)) return base
  return /\/v\d+$|\/alpha$/.test(base) ? `${base}/${last}` : `${base}/v1/${last}`
}
