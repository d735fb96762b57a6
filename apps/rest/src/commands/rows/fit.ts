// leadline fit: fits a policy to labelled rows.
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import type { Threshold } from "@leadline/evaluation"
import { classesOf, type Policy } from "@leadline/core/policies"
import { sourceFlags, sourceOfFlags } from "../../rows/sourceFlags.ts"
import { StartupError } from "../../StartupError.ts"
import { concurrencyFlag, labelledArgument, questionsArgument, writeResult } from "./evaluate.ts"
import { numberFlag } from "../flags.ts"
import { escapeText, table } from "../output.ts"

const shareFlag = (name: string, description: string, byDefault: number) =>
  numberFlag(name, String(byDefault)).pipe(
    Flag.withMetavar("SHARE"),
    Flag.withDescription(`${description}. Default: ${byDefault}`),
    Flag.withDefault(byDefault),
    Flag.filter(
      (share) => share > 0 && share < 1,
      () => "a number between 0 and 1"
    )
  )

const share = (value: number) => `${Number((100 * value).toPrecision(3))} %`

/** Why an answer has no threshold, and what would give it one. */
const refusal = (
  name: string,
  { answer, effectiveRows, errors, needed, rows }: Threshold,
  error: number
): string => {
  const what = answer === null ? name : `${name}, answer ${answer}`
  const worth =
    effectiveRows === rows ? "" : ` (worth ${effectiveRows} rows, because rows of a group count once)`
  const { atRateSeen = null, withoutError = 0 } = needed ?? {}
  const seen =
    rows === 0
      ? ""
      : atRateSeen === null
        ? ` ${share(errors / rows)} of all its answers are wrong: look at the questions and at the report of leadline evaluate first.`
        : ` At the error rate of all its answers, ${share(errors / rows)}, it takes about ${atRateSeen} rows.`
  return (
    `${what}: no threshold keeps the errors at ${share(error)}. ` +
    `${answer === null ? "It has" : "It is the answer to"} ${rows} labelled rows${worth}; ` +
    `at least ${withoutError} rows that are acted upon are needed, if none of them is wrong.${seen}`
  )
}

const lineOf = (name: string, { answer, effectiveRows, errorAtMost, errors, from, rows }: Threshold) => [
  name,
  answer ?? "any",
  from === null ? "all to review" : (Math.ceil(from * 10_000) / 10_000).toFixed(4),
  String(rows),
  effectiveRows === rows ? "" : String(effectiveRows),
  String(errors),
  errorAtMost === null ? "" : share(errorAtMost)
]

/** What questions without a threshold do to the others. */
const blocking = (names: ReadonlyArray<string>): string =>
  `Without a threshold: ${names.join(", ")}. A server acts upon a row only if every question is acted upon, so it sends ` +
  `all rows to review. Remove ${names.length === 1 ? "this question" : "these questions"} from the file of questions, and fit the others alone.`

/** `leadline fit`. */
export const fit = Command.make(
  "fit",
  {
    questions: questionsArgument,
    labelled: labelledArgument,
    out: Flag.String("out").pipe(Flag.withMetavar("FILE"), Flag.withDescription("The policy, as JSON")),
    error: shareFlag("error", "At most this share of the rows acted upon is wrong", 0.05),
    confidence: shareFlag("confidence", "How sure that is, for all thresholds together", 0.95),
    perAnswer: Flag.Boolean("per-answer").pipe(
      Flag.withDescription("A threshold for each answer of a question; needs more rows"),
      Flag.withDefault(false)
    ),
    ...sourceFlags,
    concurrency: concurrencyFlag
  },
  (given) =>
    Effect.gen(function* () {
      const [
        { checkRows, collect },
        { checkSource },
        { fitsBefore, labelsHash, questionsHash },
        { shareOfWholeRows },
        { fitPolicy }
      ] = yield* Effect.promise(() =>
        Promise.all([
          import("../../evaluation/collect.ts"),
          import("../../evaluation/checkSource.ts"),
          import("../../policies/policyFile.ts"),
          import("../../evaluation/rowsActedUpon.ts"),
          import("@leadline/evaluation")
        ])
      )
      const source = yield* sourceOfFlags(given)
      const { readQuestions } = yield* Effect.promise(() => import("../../rows/questionsFile.ts"))
      const file = yield* readQuestions(given.questions)
      const { first } = yield* checkRows(given.labelled, file)
      yield* checkSource(file, source, first)
      const collected = yield* collect(given.labelled, file, source, given.concurrency)
      if (collected.failed > 0) {
        return yield* new StartupError({
          message: `${collected.failed} rows failed, so no policy is written. The first: ${collected.failures[0]?.message ?? ""}`
        })
      }
      if (collected.isReviewQueue) {
        return yield* new StartupError({
          message:
            "No policy is written: all rows are reviews of rows that a policy did not act upon, and no sample of all rows. " +
            "Label a random sample."
        })
      }
      const weights = Object.values(collected.questions).flatMap(({ rows }) =>
        rows.map(({ weight = 1 }) => weight)
      )
      if (new Set(weights).size > 1) {
        return yield* new StartupError({
          message:
            "No policy is written: rows of different inclusion_probability are no sample, and the promise would not hold. " +
            "Label a random sample, or take the rows of one inclusion_probability."
        })
      }
      const { decimals, model } = collected.answering
      if (model === undefined || model.includes(", ")) {
        return yield* new StartupError({
          message:
            model === undefined
              ? "No policy is written: the source does not say which model answers."
              : `No policy is written: several models answered, ${model}. Ask one of them.`
        })
      }
      const rowsOf = Object.entries(file.questions).map(([name, question]) => [
        name,
        { classes: classesOf(question), rows: collected.questions[name]?.rows ?? [] }
      ])
      const promise = { error: given.error, confidence: given.confidence }
      const fitted = fitPolicy(Object.fromEntries(rowsOf), promise, { perAnswer: given.perAnswer })
      const labels = labelsHash(collected.questions)
      const fits = 1 + (yield* fitsBefore(given.out, labels))
      const policy: Policy = {
        version: 1,
        model: file.model,
        source: source.name,
        answeredBy: { model, decimals },
        questionsHash: questionsHash(file.questions),
        labelsHash: labels,
        fits,
        promise,
        questions: fitted.questions
      }
      const thresholds = Object.entries(fitted.questions).flatMap(([name, question]) =>
        question.thresholds.map((threshold) => [name, threshold] as const)
      )
      const refused = thresholds.filter(([, { from }]) => from === null)
      const reasons = refused.map(([name, threshold]) => refusal(name, threshold, given.error))
      if (refused.length === thresholds.length) {
        return yield* new StartupError({ message: `No policy is written.\n${reasons.join("\n")}` })
      }
      yield* writeResult(given.out, `${JSON.stringify(policy, null, 2)}\n`)
      const head = ["QUESTION", "ANSWER", "FROM", "ROWS", "WORTH", "WRONG", "AT MOST"]
      yield* Console.log(
        table(
          head,
          thresholds.map(([name, threshold]) => lineOf(name, threshold))
        )
      )
      for (const [name, { coverage }] of Object.entries(fitted.questions)) {
        yield* Console.log(
          `${escapeText(name)}: ${share(coverage)} of the labelled rows are acted upon, the others go to review.`
        )
      }
      const isOne = Object.keys(file.questions).length === 1
      const whole = isOne ? undefined : shareOfWholeRows(file, collected, fitted.questions)
      if (whole !== undefined) {
        yield* Console.log(
          `All questions together: ${share(whole)} of the rows with all labels are acted upon as a whole.`
        )
      }
      const confidence = Math.max(0, 1 - fits * (1 - given.confidence))
      yield* Console.log(
        `With ${share(confidence)} confidence at most ${share(given.error)} of the rows acted upon are wrong, ` +
          `if they are like the labelled ones and the same model answers.`
      )
      if (fits > 1) {
        yield* Console.error(
          `This is fit ${fits} of ${given.out} to the same labels, and each may break its promise: ` +
            `the confidence is ${share(confidence)}, not ${share(given.confidence)}. Label other rows, and fit once.`
        )
      }
      if (reasons.length > 0) yield* Console.error(reasons.map(escapeText).join("\n"))
      const without = Object.entries(fitted.questions)
        .filter(([, question]) => question.thresholds.every(({ from }) => from === null))
        .map(([name]) => name)
      if (without.length > 0) yield* Console.error(escapeText(blocking(without)))
    })
).pipe(
  Command.withDescription(
    "Find from which probability up answers can be acted upon, so that at most a share of them is wrong, and write it as a " +
      "policy. All other rows go to review. The promise counts how many thresholds and groups there are, and is about rows " +
      "like the labelled ones. Fit once: to try again on the same labels weakens the promise."
  ),
  Command.withShortDescription("Fit a policy with a known error rate to labelled rows"),
  Command.withExamples([
    {
      command: "leadline fit questions.yaml labelled.csv --error 0.05 --out tickets.policy.json",
      description: "At most 5 % wrong, with 95 % confidence"
    }
  ])
)
