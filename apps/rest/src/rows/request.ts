// What a row is asked, and under which name.
import { Decisions, type DecisionsRequest, type DecisionsResponse } from "@leadline/core/decisions"
import type { ApiError } from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import type { QuestionsFile } from "./questionsFile.ts"
import type { Row } from "./rowsFile.ts"

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

/** Asks all questions about a row. */
export const decide = (
  file: QuestionsFile,
  row: Row
): Effect.Effect<typeof DecisionsResponse.Type, ApiError, Decisions> =>
  Decisions.use(({ create }) => {
    const request = { model: file.model, questions: file.questions, state: stateOf(file, row) }
    return create(request as typeof DecisionsRequest.Type as never)
  })
