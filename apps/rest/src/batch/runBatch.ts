// Answers the rows of a batch that are not done yet.
import { Decisions, type DecisionsResponse } from "@leadline/core/decisions"
import { withResponse } from "@leadline/core/client"
import type { ApiError } from "@leadline/core/errors"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import { existsSync } from "node:fs"
import { streamOf } from "../evaluation/collect.ts"
import type { QuestionsFile } from "../rows/questionsFile.ts"
import { decide, idOf } from "../rows/request.ts"
import { type Row, readRows } from "../rows/rowsFile.ts"
import { messageOf, type Source } from "../rows/source.ts"
import { StartupError } from "../StartupError.ts"
import { DoneRows, lineId, openLines, readPlaces } from "./checkpoint.ts"
import type { Survey } from "./survey.ts"

/** Where a batch stands. */
export interface Progress {
  readonly rows: number
  readonly done: number
  readonly failed: number
  /** The message of the last failure of this run. */
  readonly failure: string | undefined
  /** Of this run. */
  readonly answered: number
  readonly cost: number
  /** Rows a second, of this run. */
  readonly rate: number
}

/** Options of a batch. */
export interface BatchOptions {
  readonly path: string
  readonly out: string
  readonly errors: string
  /** Rows that failed before are asked about again. */
  readonly retryFailed: boolean
  readonly concurrency: number
  /** USD; no row is begun at or beyond it. */
  readonly maxCost: number | undefined
  readonly report: (progress: Progress) => Effect.Effect<void>
  /** What is reported when the run is interrupted. */
  readonly interrupted: (progress: Progress) => Effect.Effect<void>
}

const statusOf = ({ _tag, status }: ApiError): number | undefined =>
  status ?? (_tag === "InvalidRequestError" ? 400 : undefined)

/** Failures that no other row would be spared: the run ends, and no row counts as failed. */
const isOfEveryRow = ({ _tag }: ApiError): boolean =>
  _tag === "AuthenticationError" || _tag === "PermissionDeniedError"

const noServer: ReadonlySet<string | undefined> = new Set([
  "notFound",
  "refused",
  "certificate",
  "proxy",
  "content",
  "redirect"
])

/** Nothing is at the address, or no server of decisions. Of the first row of a run, as a server may be away later. */
const isNoServer = (error: ApiError): boolean =>
  (error._tag === "ConnectionError" || error._tag === "InvalidResponseError") && noServer.has(error.reason)

/** A line of the output, as OpenAI's Batch has them. */
const answerLine = (
  id: string,
  name: string,
  requestId: string | undefined,
  body: typeof DecisionsResponse.Type
) =>
  JSON.stringify({
    id,
    custom_id: name,
    response: { status_code: 200, request_id: requestId ?? id, body },
    error: null
  })

const errorLine = (id: string, name: string, error: ApiError) => {
  const status = statusOf(error)
  return JSON.stringify({
    id,
    custom_id: name,
    response:
      status === undefined ? null : { status_code: status, request_id: error.requestId ?? id, body: null },
    error: { code: error._tag, message: error.message }
  })
}

/** Where to go on: the rows of the output and of the failures before. */
const readDone = async ({ errors, out, retryFailed }: BatchOptions, { fingerprint, rows }: Survey) => {
  const done = new DoneRows(rows)
  const outSize = await readPlaces(out, fingerprint, ({ row }) => done.add(row))
  const before = done.count
  const errorsSize = await readPlaces(errors, fingerprint, ({ row }) => retryFailed || done.add(row))
  return { done, failed: done.count - before, outSize, errorsSize: retryFailed ? 0 : errorsSize }
}

/** Runs a batch to its end, or until its cost is spent. */
export const runBatch = Effect.fnUntraced(function* (
  file: QuestionsFile,
  source: Source,
  found: Survey,
  options: BatchOptions
) {
  const { concurrency, interrupted, maxCost = Infinity, path, report, retryFailed } = options
  const before = yield* tryRead(() => readDone(options, found))
  const out = yield* tryOpen(() => openLines(options.out, before.outSize))
  const openErrors = () => openLines(options.errors, before.errorsSize)
  // Failures that are asked about again stay in their file until the source has answered about a row.
  let errors = retryFailed && existsSync(options.errors) ? undefined : yield* tryOpen(openErrors)
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      out.close()
      errors?.close()
    })
  )
  const { done } = before
  let [failed, answered, cost] = [before.failed, 0, 0]
  let failure: string | undefined
  const started = yield* Clock.currentTimeMillis
  const progress = Effect.map(Clock.currentTimeMillis, (now): Progress => ({
    rows: found.rows,
    done: done.count,
    failed,
    failure,
    answered,
    cost,
    rate: (answered * 1_000) / Math.max(1, now - started)
  }))
  async function* todo(): AsyncGenerator<Row> {
    for await (const row of readRows(path)) {
      if (cost >= maxCost) return
      if (!done.has(row.number)) yield row
    }
  }
  const answer = (row: Row): Effect.Effect<void, StartupError, Decisions> => {
    const [id, name] = [lineId(found.fingerprint, row.number), idOf(file, row)]
    return Effect.flatMap(Effect.result(withResponse(decide(file, row))), (result) => {
      if (
        result._tag === "Failure" &&
        (isOfEveryRow(result.failure) || (answered === 0 && isNoServer(result.failure)))
      ) {
        return Effect.fail(new StartupError({ message: `${source.name}: ${messageOf(result.failure)}` }))
      }
      return tryOpen(() => {
        errors ??= openErrors()
        if (result._tag === "Failure") {
          errors.append(errorLine(id, name, result.failure))
          failed++
          failure = result.failure.message
        } else {
          const { data, response } = result.success
          out.append(answerLine(id, name, response?.requestId, data))
          cost += (data.usage.input_tokens * source.price) / 1_000_000
        }
        done.add(row.number)
        answered++
      })
    })
  }
  yield* Effect.forkScoped(
    Effect.repeat(Effect.flatMap(progress, report), Schedule.spaced("1 second")).pipe(
      Effect.delay("1 second")
    )
  )
  yield* streamOf(todo).pipe(
    Stream.mapEffect(answer, { concurrency, unordered: true }),
    Stream.runDrain,
    Effect.provide(source.layer),
    Effect.onInterrupt(() => Effect.flatMap(progress, interrupted))
  )
  return yield* progress
}, Effect.scoped)

const asStartupError = (error: unknown) => error as StartupError

const tryRead = <A>(read: () => Promise<A>): Effect.Effect<A, StartupError> =>
  Effect.tryPromise({ try: read, catch: asStartupError })

const tryOpen = <A>(open: () => A): Effect.Effect<A, StartupError> =>
  Effect.try({ try: open, catch: asStartupError })
