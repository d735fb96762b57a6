// Tells a wrong source: before rows are paid for by one question about a text of its own, and when all rows failed.
import type { ApiError } from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import { columnsOf, type QuestionsFile } from "../rows/questionsFile.ts"
import { decideAndName } from "../rows/request.ts"
import { messageOf, type Source } from "../rows/source.ts"
import { StartupError } from "../StartupError.ts"
import type { Collected } from "./collect.ts"

/** Failures that pass: a row may be answered all the same. */
const passing: ReadonlySet<ApiError["_tag"]> = new Set([
  "DeadlineExceededError",
  "RateLimitError",
  "UnavailableError"
])

/** Fails where a source is not reached, refuses the key, the model or the questions, or gives no answers to them. */
export const checkSource = (file: QuestionsFile, source: Source): Effect.Effect<void, StartupError> => {
  const cells = Object.fromEntries(columnsOf(file).map((name) => [name, "A text to check the questions."]))
  return decideAndName(file, { number: 0, line: 0, cells }, source).pipe(
    Effect.catch((error) => {
      const message = `${source.name} does not answer these questions, and no row was asked about: ${messageOf(error)}`
      return passing.has(error._tag) ? Effect.void : Effect.fail(new StartupError({ message }))
    }),
    Effect.provide(source.layer),
    Effect.asVoid
  )
}

/** Fails where no row was answered: there is nothing to report. */
export const requireAnswers = ({
  failed,
  failures,
  rows,
  source
}: Collected & { readonly failed: number }): Effect.Effect<void, StartupError> =>
  failed < rows
    ? Effect.void
    : Effect.fail(
        new StartupError({
          message: `${source}: all ${rows} rows failed, so no report is written. The first: ${failures[0]?.message ?? ""}`
        })
      )
