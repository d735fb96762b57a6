// Measures the engine on labelled cases: `pnpm eval FILE.jsonl`, or with `--cv` refitted without the cases it answers.
import * as Crypto from "node:crypto"
import * as Effect from "effect/Effect"
import { makeWeigher } from "../../src/decisions/engine.ts"
import { model } from "../../src/decisions/model.ts"
import { readDataFile } from "../../src/vectors/dataFile.ts"
import { loadWordVectors } from "../../src/vectors/wordVectors.ts"
import { foldOf, folds, majority, uniform } from "./baselines.ts"
import type { Case } from "./cases.ts"
import { CaseError, readCases } from "./cases.ts"
import type { Answered } from "./metrics.ts"
import { showProgress } from "./progress.ts"
import { quantile, table } from "./report.ts"
import { answer } from "./runCases.ts"
import type { Example } from "./training.ts"
import { examplesOf, fitModel, predict } from "./training.ts"

const say = (...lines: ReadonlyArray<string>): void => void process.stdout.write(`${lines.join("\n")}\n`)

const measure = async (cases: ReadonlyArray<Case>, text: string): Promise<void> => {
  const weights = await Effect.runPromise(Effect.flatMap(readDataFile, loadWordVectors))
  const run = await answer(makeWeigher(weights), cases, showProgress("asking", cases.length))
  if (Crypto.createHash("sha256").update(text).digest("hex") === model.fittedOn) {
    say("IN-SAMPLE: the engine was fitted on this very file. These are no results; use --cv.", "")
  }
  say(
    table([
      { label: "engine", answers: run.answers },
      { label: "uniform", answers: uniform(cases) },
      { label: "majority", answers: majority(cases) }
    ]),
    "",
    `option order: ${run.flipped} of ${run.reversed} choice answers changed when the options were reversed`,
    `latency per case: p50 ${quantile(run.latencies, 0.5).toFixed(1)} ms, p95 ${quantile(run.latencies, 0.95).toFixed(1)} ms`,
    `input tokens per case: ${Math.round(run.tokens.reduce((sum, count) => sum + count, 0) / run.tokens.length)}`
  )
}

const heldOut = (
  examples: ReadonlyArray<Example>,
  label: string,
  keyOf: (example: Example) => string
): ReadonlyArray<Answered> => {
  const keys = [...new Set(examples.map(keyOf))].toSorted()
  const progress = showProgress(label, keys.length)
  const answers = keys.flatMap((key) => {
    const fitted = fitModel(examples.filter((example) => keyOf(example) !== key))
    progress.step()
    return examples
      .filter((example) => keyOf(example) === key)
      .map((example) => ({
        id: example.id,
        type: example.type,
        p: predict(fitted, example),
        gold: example.gold
      }))
  })
  progress.end()
  return answers
}

const crossValidate = async (cases: ReadonlyArray<Case>): Promise<void> => {
  const weights = await Effect.runPromise(Effect.flatMap(readDataFile, loadWordVectors))
  const examples = await examplesOf(weights, cases)
  const fold = foldOf(cases)
  const fitted = fitModel(examples)
  const inSample = examples.map((example) => ({ ...example, p: predict(fitted, example) }))
  const entries = [
    {
      label: `held out, ${folds} folds by case`,
      answers: heldOut(examples, "by case", ({ id }) => String(fold.get(id)))
    },
    { label: "uniform", answers: uniform(cases) },
    { label: "majority", answers: majority(cases) },
    { label: "(in-sample, no result)", answers: inSample }
  ]
  if (new Set(examples.map(({ domain }) => domain)).size > 1) {
    entries.unshift({
      label: "held out, domain by domain",
      answers: heldOut(examples, "by domain", ({ domain }) => domain)
    })
  }
  say("Refitted without the fold that is answered.", "", table(entries))
}

const main = async (): Promise<void> => {
  const args = process.argv.slice(2).filter((arg) => arg !== "--")
  const path = args.find((arg) => !arg.startsWith("--"))
  const strange = args.find((arg) => arg.startsWith("--") && arg !== "--cv")
  if (path === undefined || strange !== undefined) throw new CaseError("usage: pnpm eval FILE.jsonl [--cv]")
  const { cases, text } = readCases(path)
  const counted = cases.flatMap(({ questions }) => questions).filter(({ gold }) => gold !== undefined)
  if (counted.length === 0) throw new CaseError(`${path}: no question has a gold answer`)
  say(`${path}: ${cases.length} cases, ${counted.length} answers counted`, "")
  await (args.includes("--cv") ? crossValidate(cases) : measure(cases, text))
}

await main().catch((error: unknown) => {
  if (!(error instanceof CaseError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
