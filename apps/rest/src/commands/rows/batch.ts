// leadline batch: answers questions about all rows of a file.
import { inputPrice } from "@leadline/core/decisions"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { setFlagsFromString } from "node:v8"
import type { Progress } from "../../batch/runBatch.ts"
import { isJsonLines, isParquet } from "../../rows/fileFormats.ts"
import { sourceFlags, sourceOfFlags } from "../../rows/sourceFlags.ts"
import { StartupError } from "../../StartupError.ts"
import { concurrencyFlag, questionsArgument } from "./evaluate.ts"
import { numberFlag } from "../flags.ts"
import { printMessage, quietFlag } from "../output.ts"
import { UsageError } from "../UsageError.ts"

const usd = (cost: number) => `USD ${cost.toFixed(cost < 1 ? 4 : 2)}`

const timeLeft = (seconds: number) => {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  const minutes = Math.ceil(whole / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`

/** A line of progress. */
const progressLine = ({ cost, done, failed, rate, rows }: Progress): string => {
  const left = done >= rows || rate === 0 ? "" : `, ${timeLeft((rows - done) / rate)} left`
  const speed = rate === 0 ? "" : `, ${rate.toFixed(rate < 10 ? 1 : 0)} a second`
  return `${done} of ${rows} rows${speed}, ${failed} failed, ${usd(cost)}${left}`
}

/** Removes the line of progress of a terminal. */
const clearLine = () => (process.stderr.isTTY ? "\r\u001b[K" : "")

/** On a terminal one line that changes, elsewhere a line every ten seconds. */
const makeReport = (isQuiet: boolean) => {
  let calls = 0
  return (progress: Progress) =>
    Effect.suspend(() => {
      if (isQuiet) return Effect.void
      if (process.stderr.isTTY) {
        return Effect.sync(() => void process.stderr.write(`${clearLine()}${progressLine(progress)}`))
      }
      return calls++ % 10 === 9 ? Console.error(progressLine(progress)) : Effect.void
    })
}

/**
 * Keeps the heap near what is in use, so that memory does not depend on the number of rows: by default V8 lets it grow
 * to several times as much. A V8 without one of these flags names it on the error output, and memory grows as before.
 */
const keepHeapSmall = () => {
  for (const flag of ["--heap-growing-percent=20", "--semi-space-growth-factor=1"]) setFlagsFromString(flag)
}

const asStartupError = (error: unknown) =>
  error instanceof StartupError ? error : new StartupError({ message: String(error) })

/** `leadline batch`. */
export const batch = Command.make(
  "batch",
  {
    questions: questionsArgument,
    rows: Argument.String("rows").pipe(Argument.withDescription("Rows, CSV, JSON Lines or Parquet")),
    out: Flag.String("out").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription("Answers, JSON Lines named .jsonl; failures go to .errors.jsonl beside it")
    ),
    ...sourceFlags,
    concurrency: concurrencyFlag,
    maxCost: numberFlag("max-cost", "5").pipe(
      Flag.withMetavar("USD"),
      Flag.withDescription("Begin no more rows when this run has cost as much"),
      Flag.optional
    ),
    price: numberFlag("price", String(inputPrice)).pipe(
      Flag.withMetavar("USD"),
      Flag.withDescription(`USD per million input tokens. Default: ${inputPrice}; 0 for the embedded engine`),
      Flag.optional
    ),
    csv: Flag.String("csv").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription("At the end, also write the rows with columns of answers and probabilities"),
      Flag.optional
    ),
    retryFailed: Flag.Boolean("retry-failed").pipe(
      Flag.withDescription("Ask again about the rows that failed before"),
      Flag.withDefault(false)
    ),
    dryRun: Flag.Boolean("dry-run").pipe(
      Flag.withDescription("Check questions and rows, estimate the cost, and ask nothing"),
      Flag.withDefault(false)
    ),
    quiet: quietFlag
  },
  (given) =>
    Effect.gen(function* () {
      const { csv, out } = given
      yield* Effect.sync(keepHeapSmall)
      if (!out.endsWith(".jsonl")) {
        return yield* new UsageError({ message: `--out: expected a file named .jsonl, got ${out}` })
      }
      const errors = out.replace(/\.jsonl$/, ".errors.jsonl")
      if ([out, errors].includes(given.rows)) {
        return yield* new UsageError({ message: "--out: expected another file than that of the rows" })
      }
      if (
        Option.isSome(csv) &&
        (csv.value === given.rows || isJsonLines(csv.value) || isParquet(csv.value))
      ) {
        return yield* new UsageError({
          message: "--csv: expected a file named .csv that is not that of the rows"
        })
      }
      const [{ survey }, { runBatch }, { writeCsv }] = yield* Effect.promise(() =>
        Promise.all([
          import("../../batch/survey.ts"),
          import("../../batch/runBatch.ts"),
          import("../../batch/csv.ts")
        ])
      )
      const named = yield* sourceOfFlags(given)
      const source = { ...named, price: Option.getOrElse(given.price, () => named.price) }
      const { readQuestions } = yield* Effect.promise(() => import("../../rows/questionsFile.ts"))
      const file = yield* readQuestions(given.questions)
      const found = yield* Effect.tryPromise({
        try: () => survey(given.rows, file, source),
        catch: asStartupError
      })
      if (given.dryRun) {
        // Imported here, so that other runs over a server start without the engine.
        const { estimateTokens } = yield* Effect.promise(() => import("../../batch/estimateTokens.ts"))
        const { refused, tokens } = yield* estimateTokens(given.rows, file)
        const without = refused === 0 ? "" : `, ${counted(refused, "row")} that it refuses not counted`
        return yield* Console.log(
          `${counted(found.rows, "row")} with ${counted(Object.keys(file.questions).length, "question")} each, answered by ${source.name}: ` +
            `about ${tokens} input tokens as the embedded engine counts them${without}, ` +
            `${usd((tokens * source.price) / 1_000_000)} at USD ${source.price} per million.`
        )
      }
      const end = yield* runBatch(file, source, found, {
        path: given.rows,
        out,
        errors,
        retryFailed: given.retryFailed,
        concurrency: given.concurrency,
        maxCost: Option.getOrUndefined(given.maxCost),
        report: makeReport(given.quiet),
        interrupted: ({ done, rows }) =>
          printMessage(
            given.quiet,
            `${clearLine()}${done} of ${rows} rows are done. Run the same command again for the rest.`
          )
      })
      if (!given.quiet) yield* Console.error(`${clearLine()}${progressLine(end)}`)
      if (end.done < end.rows) {
        return yield* new StartupError({
          message: `--max-cost is spent, ${end.rows - end.done} rows are left: run the same command again to go on`
        })
      }
      if (Option.isSome(csv)) {
        const { fingerprint, rows } = found
        yield* Effect.tryPromise({
          try: () => writeCsv({ path: given.rows, out, errors, csv: csv.value, file, fingerprint, rows }),
          catch: () => new StartupError({ message: `${csv.value}: cannot be written` })
        })
      }
      if (end.failed > 0) {
        return yield* new StartupError({
          message:
            `${end.failed} of ${end.rows} rows failed${end.failure === undefined ? "" : `, the last one by: ${end.failure}`}\n` +
            `See ${errors}; --retry-failed asks about them again`
        })
      }
    })
).pipe(
  Command.withDescription(
    "Ask questions about all rows of a file. Each line of the output is that of one row, as OpenAI's Batch has them: match " +
      "them by custom_id, never by order. The output is the checkpoint: after any stop, the same command goes on. The exit " +
      "code is 1 when a row failed."
  ),
  Command.withShortDescription("Answer questions about all rows of a file"),
  Command.withExamples([
    {
      command: "leadline batch questions.yaml tickets.csv --out answers.jsonl --dry-run",
      description: "What it would cost"
    },
    {
      command:
        "leadline batch questions.yaml tickets.csv --url https://api.example --out answers.jsonl --max-cost 5",
      description: "Ask a server, for at most about USD 5"
    }
  ])
)
