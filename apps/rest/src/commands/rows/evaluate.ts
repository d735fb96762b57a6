// leadline evaluate: how good answers are on labelled rows.
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { closeSync, writeFileSync } from "node:fs"
import { extname } from "node:path"
import type { Report } from "../../evaluation/report.ts"
import type { QuestionsFile } from "../../rows/questionsFile.ts"
import { sourceFlags, sourceOfFlags } from "../../rows/sourceFlags.ts"
import { StartupError } from "../../StartupError.ts"
import { openPrivateFile, tryWrite } from "../../store/privateFile.ts"
import { escapeText, table } from "../output.ts"
import { UsageError } from "../UsageError.ts"

/** The arguments that `evaluate`, `batch` and `fit` share. */
export const questionsArgument = Argument.String("questions").pipe(
  Argument.withDescription("Questions and columns, YAML or JSON")
)

/** Labelled rows. */
export const labelledArgument = Argument.String("labelled").pipe(
  Argument.withDescription("Rows with labels, CSV, JSON Lines or Parquet")
)

/** `--concurrency`. */
export const concurrencyFlag = Flag.Int("concurrency").pipe(
  Flag.withMetavar("COUNT"),
  Flag.withDescription("Rows that are asked about at a time. Default: 8"),
  Flag.withDefault(8),
  Flag.filter(
    (count) => count >= 1 && count <= 1_000,
    () => "a whole number from 1 to 1000"
  )
)

/** Writes a file for its owner alone: reports quote rows. Fails with its name. */
export const writeResult = (path: string, text: string): Effect.Effect<void, StartupError> =>
  tryWrite(path, () => {
    const handle = openPrivateFile(path, "w")
    try {
      writeFileSync(handle, text)
    } finally {
      closeSync(handle)
    }
  })

const formats: { readonly [extension: string]: () => Promise<(report: Report) => string> } = {
  ".html": async () => (await import("../../evaluation/html.ts")).toHtml,
  ".json": () => Promise.resolve((report) => `${JSON.stringify(report, null, 2)}\n`),
  ".md": async () => (await import("../../evaluation/markdown.ts")).toMarkdown,
  ".xml": async () => (await import("../../evaluation/junit.ts")).toJunit
}

const formatOf = (path: string) => {
  const format = formats[extname(path)]
  return format === undefined
    ? Effect.fail(
        new UsageError({ message: `--out: expected a file named .html, .json, .md or .xml, got ${path}` })
      )
    : Effect.promise(format)
}

/** Two question files are compared by their questions of one name and type. */
const requireShared = (path: string, first: QuestionsFile) => (second: QuestionsFile) => {
  const shared = Object.keys(first.questions).filter((name) => Object.hasOwn(second.questions, name))
  const other = shared.find((name) => first.questions[name]?.type !== second.questions[name]?.type)
  const problem =
    shared.length === 0
      ? "has no question with the name of one of the first file"
      : other && `${other} is of another type than in the first file`
  return problem === undefined
    ? Effect.succeed(second)
    : Effect.fail(new StartupError({ message: `${path}: ${problem}` }))
}

/** `leadline evaluate`. */
export const evaluate = Command.make(
  "evaluate",
  {
    questions: questionsArgument,
    labelled: labelledArgument,
    out: Flag.String("out").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription("Report: .html, .json, .md, or .xml for JUnit. More than one may be given"),
      Flag.atLeast(0)
    ),
    ...sourceFlags,
    compare: Flag.String("compare").pipe(
      Flag.withMetavar("SOURCE"),
      Flag.withDescription("A second source for the same rows: embedded, a URL, or a file of backends"),
      Flag.optional
    ),
    compareQuestions: Flag.String("compare-questions").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription(
        "A second questions file for the same rows, answered by the same source or that of --compare"
      ),
      Flag.optional
    ),
    policy: Flag.String("policy").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription(
        "Policy of leadline fit: how many rows it acts upon, and how many of these are wrong"
      ),
      Flag.optional
    ),
    bound: Flag.String("bound").pipe(
      Flag.withMetavar("BOUND"),
      Flag.withDescription(
        "Exit with 1 unless it holds, as accuracy>=0.9 or brier<=0.2. More than one may be given"
      ),
      Flag.atLeast(0)
    ),
    concurrency: concurrencyFlag
  },
  (given) =>
    Effect.gen(function* () {
      const [
        { checkRows, collect },
        { checkSource, requireAnswers },
        { boundFigureText, readBounds, requireFigures },
        { makeReport },
        { figureLines, rowsText, summaryOf }
      ] = yield* Effect.promise(() =>
        Promise.all([
          import("../../evaluation/collect.ts"),
          import("../../evaluation/checkSource.ts"),
          import("../../evaluation/bounds.ts"),
          import("../../evaluation/report.ts"),
          import("../../evaluation/figures.ts")
        ])
      )
      const bounds = yield* readBounds(given.bound)
      const outputs = yield* Effect.forEach(given.out, (path) =>
        Effect.map(formatOf(path), (write) => ({ path, write }))
      )
      const source = yield* sourceOfFlags(given)
      const { readQuestions } = yield* Effect.promise(() => import("../../rows/questionsFile.ts"))
      const file = yield* readQuestions(given.questions)
      yield* requireFigures(bounds, file)
      const second = Option.isNone(given.compareQuestions)
        ? undefined
        : yield* Effect.flatMap(
            readQuestions(given.compareQuestions.value),
            requireShared(given.compareQuestions.value, file)
          )
      const policy = Option.isNone(given.policy)
        ? undefined
        : yield* Effect.flatMap(
            Effect.promise(() => import("../../policies/policyFile.ts")),
            ({ readPolicyOf }) =>
              readPolicyOf(
                Option.getOrElse(given.policy, () => ""),
                file
              )
          )
      const { sourceOf } = yield* Effect.promise(() => import("../../rows/source.ts"))
      const isCompared = Option.isSome(given.compare) || second !== undefined
      const secondSource = Option.isNone(given.compare) ? source : sourceOf(given.compare.value)
      const { first, unlabelled } = yield* checkRows(given.labelled, file)
      const ofSecond = second && (yield* checkRows(given.labelled, second))
      const named = [...new Set([...unlabelled, ...(ofSecond?.unlabelled ?? [])])]
      if (named.length > 0) {
        const message = `${given.labelled}: no label in any row for: ${named.join(", ")}`
        if (bounds.length > 0 && unlabelled.length > 0) {
          return yield* new StartupError({ message: `${message}. A --bound needs labels for each question` })
        }
        yield* Console.error(escapeText(message))
      }
      if (isCompared) yield* checkSource(second ?? file, secondSource, ofSecond?.first ?? first)
      yield* checkSource(file, source, first)
      const date = new Date(yield* Clock.currentTimeMillis).toISOString()
      const collected = yield* collect(given.labelled, file, source, given.concurrency)
      yield* requireAnswers(collected, "no report is written")
      if (policy !== undefined) {
        const { checkAnswering } = yield* Effect.promise(() => import("../../policies/policyFile.ts"))
        yield* checkAnswering(
          Option.getOrElse(given.policy, () => ""),
          policy,
          collected.answering
        )
      }
      const compared = isCompared
        ? yield* collect(given.labelled, second ?? file, secondSource, given.concurrency)
        : undefined
      const comparedWith = [compared?.source, ...Option.toArray(given.compareQuestions)].join(" with ")
      const report = makeReport(file, collected, {
        bounds,
        policy,
        unlabelled,
        about: { date, questionsFile: given.questions, labelledFile: given.labelled },
        compared: compared && { ...compared, source: comparedWith }
      })
      yield* Effect.forEach(outputs, ({ path, write }) => writeResult(path, write(report)))
      yield* Console.log(summaryOf(report))
      for (const question of report.questions) {
        const lines = figureLines(question).map(([name, value, interval]) => [name, value, interval])
        yield* Console.log(
          `\n${escapeText(question.name)}: ${rowsText(question)}\n${table(["FIGURE", "VALUE", "INTERVAL"], lines)}`
        )
      }
      const broken = report.questions.flatMap(({ bounds: checked, name }) =>
        checked
          .filter(({ holds }) => !holds)
          .map((bound) => `${name}: ${bound.bound}, found ${boundFigureText(bound)}`)
      )
      if (compared !== undefined) yield* requireAnswers(compared, "nothing is compared")
      if (report.failed > 0) {
        return yield* new StartupError({
          message: `${report.failed} rows failed, the first: ${report.failures[0]?.message ?? ""}`
        })
      }
      if (broken.length > 0) {
        return yield* new StartupError({ message: `Bounds are broken: ${broken.join("; ")}` })
      }
    })
).pipe(
  Command.withDescription(
    "Ask questions about labelled rows, and report how good the answers are: accuracy, probabilities, calibration, each with " +
      "its interval. The exit code is 1 when a row failed or a bound is broken. Labels are in columns named like the " +
      "questions, or expected."
  ),
  Command.withShortDescription("Report how good answers are on labelled rows"),
  Command.withExamples([
    {
      command: "leadline evaluate questions.yaml labelled.csv --out report.html",
      description: "On the embedded engine"
    },
    {
      command: "leadline evaluate questions.yaml labelled.csv --compare backends.yaml --out report.html",
      description: "Beside a model server, on the same rows"
    },
    {
      command: "leadline evaluate questions.yaml labelled.csv --compare-questions reworded.yaml",
      description: "Beside other words for the same questions"
    }
  ])
)
