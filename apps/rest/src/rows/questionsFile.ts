// Reads a questions file: the request of a decision without its state, and which columns of the rows are what.
import { type DecisionsRequest, make, type Question } from "@leadline/core/decisions"
import { InternalServerError, issueText } from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { readFileSync } from "node:fs"
import { isMap, parseDocument } from "yaml"
import { extname } from "node:path"
import { StartupError, unreadable } from "../StartupError.ts"
import { isJsonLines, isParquet } from "./fileFormats.ts"

/** A questions file. */
export interface QuestionsFile {
  readonly model: typeof DecisionsRequest.Type.model
  readonly questions: { readonly [name: string]: Question }
  /** The column that names a row; undefined: its number, from 1. */
  readonly id: string | undefined
  /** The columns that the questions are about: one is the text itself, several are an object. */
  readonly state: string | ReadonlyArray<string>
  /** The column whose rows belong together. */
  readonly group: string | undefined
}

const defaultModel = "decider-27b"

const columns = Schema.Union([Schema.String, Schema.Array(Schema.String).check(Schema.isMinLength(1))])

const Columns = Schema.Struct({
  model: Schema.optionalKey(Schema.String),
  questions: Schema.Unknown,
  id: Schema.optionalKey(Schema.String),
  state: columns,
  group: Schema.optionalKey(Schema.String)
})

const fields = Object.keys(Columns.fields)

const decodeColumns = Schema.decodeUnknownEffect(Columns, { onExcessProperty: "error" })

/** Checks questions as a call would. */
const checkRequest = make({ create: () => Effect.fail(new InternalServerError({ message: "" })) }).create

const invalid = (file: string, message: string) => new StartupError({ message: `${file}: ${message}` })

const parseYaml = (file: string, text: string): Effect.Effect<unknown, StartupError> =>
  Effect.suspend(() => {
    const document = parseDocument(text)
    const [problem] = document.errors
    if (problem !== undefined) return Effect.fail(invalid(file, problem.message.split(/:?\n/)[0] ?? ""))
    if (!isMap(document.contents))
      return Effect.fail(invalid(file, `expected an object with ${fields.join(", ")}`))
    return Effect.try({
      try: (): unknown => document.toJS({ maxAliasCount: 100 }),
      catch: () => invalid(file, "a reference (*name) has no anchor (&name), or there are too many of them")
    })
  })

/** Reads a questions file, YAML or JSON. */
export const readQuestions = (file: string): Effect.Effect<QuestionsFile, StartupError> =>
  Effect.gen(function* () {
    if (extname(file) === ".csv" || isJsonLines(file) || isParquet(file)) {
      return yield* invalid(file, "is a file of rows: expected the file of questions first, YAML or JSON")
    }
    const text = yield* Effect.try({
      try: () => readFileSync(file, "utf8"),
      catch: (error) => unreadable(file, error)
    })
    const value = yield* parseYaml(file, text)
    const unknown = Object.keys(value as object).find((name) => !fields.includes(name))
    if (unknown !== undefined) {
      return yield* invalid(file, `unknown field ${JSON.stringify(unknown)}: expected ${fields.join(", ")}`)
    }
    const missing = ["state", "questions"].find((name) => !Object.hasOwn(value as object, name))
    if (missing !== undefined) return yield* invalid(file, `${missing}: field required`)
    const {
      group,
      id,
      model = defaultModel,
      questions,
      state
    } = yield* Effect.mapError(decodeColumns(value), ({ message }) =>
      invalid(file, message.replaceAll(/\s*\n\s*/g, " "))
    )
    const request = { model, questions, state: "text" } as never
    yield* checkRequest(request).pipe(
      Effect.asVoid,
      Effect.catch((error) => {
        if (error._tag !== "InvalidRequestError") return Effect.void
        const { issues = [], message } = error
        return Effect.fail(invalid(file, issues.length === 0 ? message : issues.map(issueText).join("; ")))
      })
    )
    return { model, questions, state, id, group } as QuestionsFile
  })

/** The names of the columns that a file needs, but for labels. */
export const columnsOf = ({ group, id, state }: QuestionsFile): ReadonlyArray<string> =>
  [id, ...(typeof state === "string" ? [state] : state), group].filter((name) => name !== undefined)
