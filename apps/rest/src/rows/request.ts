// What a row is asked, and under which name.
import { withOptions, withResponse } from "@leadline/core/client"
import { Decisions, type DecisionsRequest, type DecisionsResponse } from "@leadline/core/decisions"
import type { ApiError } from "@leadline/core/errors"
import { CurrentRequest, localRequest } from "@leadline/core/internal"
import {
  type AnsweredBy,
  type Answering,
  answeringOf,
  modelHeader,
  noPolicy,
  parseModel,
  policyHeader
} from "@leadline/core/policies"
import * as Effect from "effect/Effect"
import type { QuestionsFile } from "./questionsFile.ts"
import type { Row } from "./rowsFile.ts"
import type { Source } from "./source.ts"

/** The name of a row: its id, or its number. */
export const idOf = ({ id }: QuestionsFile, { cells, number }: Row): string =>
  id === undefined ? String(number) : textOf(cells[id])

/** A cell as text. */
export const textOf = (cell: unknown): string =>
  typeof cell === "string" ? cell : cell === null || cell === undefined ? "" : JSON.stringify(cell)

/** The state of a row: one column as it is, several as an object. */
export const stateOf = ({ state }: QuestionsFile, { cells }: Row): unknown =>
  typeof state === "string"
    ? (cells[state] ?? "")
    : Object.fromEntries(state.map((name) => [name, cells[name]]))

type Response = typeof DecisionsResponse.Type

/** Asks all questions about a row. */
export const decide = (file: QuestionsFile, row: Row): Effect.Effect<Response, ApiError, Decisions> =>
  Decisions.use(({ create }) => {
    const request = { model: file.model, questions: file.questions, state: stateOf(file, row) }
    return create(request as typeof DecisionsRequest.Type as never)
  })

/** An engine of this process says which model answers to the request that it serves. */
const fromEngine = (ask: Effect.Effect<Response, ApiError, Decisions>) =>
  Effect.suspend(() => {
    const answeredBy: Array<AnsweredBy> = []
    return Effect.map(Effect.provideService(ask, CurrentRequest, localRequest(answeredBy)), (response) => ({
      response,
      answering: answeringOf(answeredBy, response.answers)
    }))
  })

/** A server says it in a header. One that does not names the model in its response, as it was asked for. */
const fromServer = (ask: Effect.Effect<Response, ApiError, Decisions>) =>
  ask.pipe(
    withResponse,
    withOptions({ headers: { [policyHeader]: noPolicy } }),
    Effect.map(({ data, response }) => {
      const said = parseModel(response?.headers[modelHeader]) ?? { model: data.model, decimals: undefined }
      return { response: data, answering: answeringOf([said], data.answers) }
    })
  )

/** Asks all questions about a row, and which model answers. */
export const decideAndName = (
  file: QuestionsFile,
  row: Row,
  { isServer }: Pick<Source, "isServer">
): Effect.Effect<{ readonly response: Response; readonly answering: Answering }, ApiError, Decisions> =>
  (isServer ? fromServer : fromEngine)(decide(file, row))
