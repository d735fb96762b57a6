// Tells a wrong source: by the first rows, before all are paid for, and when all rows failed.
import type { Decisions } from "@leadline/core/decisions"
import type { ApiError } from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import type { QuestionsFile } from "../rows/questionsFile.ts"
import { decideAndName } from "../rows/request.ts"
import type { Row } from "../rows/rowsFile.ts"
import { messageOf, type Source } from "../rows/source.ts"
import { StartupError } from "../StartupError.ts"
import type { Collected } from "./collect.ts"

/** Failures that pass: a row may be answered all the same. */
const passing: ReadonlySet<ApiError["_tag"]> = new Set([
  "DeadlineExceededError",
  "RateLimitError",
  "UnavailableError"
])

/** Failures that another row may be spared. */
const ofRow: ReadonlySet<ApiError["_tag"]> = new Set(["InvalidRequestError", "PayloadTooLargeError"])

/**
 * Fails where a source is not reached, refuses the key, the model or the questions, or gives no answers to them. It is
 * asked about the first row; a row that it refuses may be a bad one, so it is asked about the next.
 */
export const checkSource = (
  file: QuestionsFile,
  source: Source,
  rows: ReadonlyArray<Row>
): Effect.Effect<void, StartupError> => {
  const ask = ([row, ...others]: ReadonlyArray<Row>): Effect.Effect<void, ApiError, Decisions> =>
    row === undefined
      ? Effect.void
      : Effect.catchIf(
          Effect.asVoid(decideAndName(file, row, source)),
          ({ _tag }) => others.length > 0 && ofRow.has(_tag),
          () => ask(others)
        )
  return ask(rows).pipe(
    Effect.catch((error) => {
      const message = `${source.name} does not answer these questions, and no further row was asked about: ${messageOf(error)}`
      return passing.has(error._tag) ? Effect.void : Effect.fail(new StartupError({ message }))
    }),
    Effect.provide(source.layer)
  )
}

/** Fails where no row was answered, and says what does not happen without answers. */
export const requireAnswers = (
  { failed, failures, rows, source }: Collected & { readonly failed: number },
  consequence: string
): Effect.Effect<void, StartupError> =>
  failed < rows
    ? Effect.void
    : Effect.fail(
        new StartupError({
          message: `${source}: all ${rows} rows failed, so ${consequence}. The first: ${failures[0]?.message ?? ""}`
        })
      )
