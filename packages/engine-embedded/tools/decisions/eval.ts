// Measures the engine on labelled cases. `npm run eval` validates it on the development data, domain by domain;
// `npm run eval -- FILE.jsonl` measures the engine as it is on other cases.
import * as Crypto from "node:crypto"
import * as Path from "node:path"
import * as Url from "node:url"
import * as Effect from "effect/Effect"
import { makeWeigher } from "../../src/decisions/engine.ts"
import { model } from "../../src/decisions/model.ts"
import { readDataFile } from "../../src/vectors/dataFile.ts"
import { loadWordVectors } from "../../src/vectors/wordVectors.ts"
import { majority, uniform } from "./baselines.ts"
import type { Case } from "./cases.ts"
import { CaseError, developmentFile, readCases, trainingFile } from "./cases.ts"
import { trainingCases } from "./generate/trainingCases.ts"
import type { Answered } from "./metrics.ts"
import { showProgress } from "./progress.ts"
import type { Entry } from "./report.ts"
import { quantile, table } from "./report.ts"
import { answer } from "./runCases.ts"
import type * as Training from "./training.ts"
import * as Own from "./training.ts"

const usage = "usage: npm run eval -- [FILE.jsonl] [--cv] [--beside OTHER_CHECKOUT]"

const say = (...lines: ReadonlyArray<string>): void => void process.stdout.write(`${lines.join("\n")}\n`)

const wordVectors = await Effect.runPromise(Effect.flatMap(readDataFile, loadWordVectors))

const measure = async (cases: ReadonlyArray<Case>, text: string): Promise<void> => {
  const run = await answer(makeWeigher(wordVectors), cases, showProgress("asking", cases.length))
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

/**
 * Answers the cases of each domain by a model whose features, penalty, weights and temperature were chosen on the other
 * domains and on cases that are used for fitting alone.
 */
const heldOut = async (
  training: typeof Training,
  cases: ReadonlyArray<Case>
): Promise<ReadonlyArray<Answered>> => {
  const examples = await training.examplesOf(wordVectors, cases)
  const made = await training.examplesOf(wordVectors, trainingCases())
  const everyday = await training.examplesOf(wordVectors, readCases(trainingFile).cases)
  const domains = [...new Set(examples.map(({ domain }) => domain))].toSorted()
  const progress = showProgress("domain by domain", domains.length)
  const answers = domains.flatMap((held) => {
    const fitted = training.fitModel(
      [...examples, ...everyday].filter(({ domain }) => domain !== held),
      made
    )
    progress.step()
    return examples
      .filter(({ domain }) => domain === held)
      .map((example) => ({
        id: example.id,
        type: example.type,
        p: training.predict(fitted, example),
        gold: example.gold
      }))
  })
  progress.end()
  return answers
}

const trainingIn = async (checkout: string): Promise<typeof Training> => {
  const file = Path.resolve(checkout, "packages/engine-embedded/tools/decisions/training.ts")
  const loaded: typeof Training = await import(Url.pathToFileURL(file).href)
  return loaded
}

const validate = async (cases: ReadonlyArray<Case>, beside: string | undefined): Promise<void> => {
  if (new Set(cases.map(({ domain }) => domain)).size < 3)
    throw new CaseError("validation needs cases of three domains: ids such as billing-1, travel-1, school-1")
  const entries: Array<Entry> = []
  if (beside !== undefined)
    entries.push({ label: "other checkout", answers: await heldOut(await trainingIn(beside), cases) })
  entries.push({ label: "engine", answers: await heldOut(Own, cases) })
  entries.push({ label: "uniform", answers: uniform(cases) }, { label: "majority", answers: majority(cases) })
  say("Each domain is answered by a model that was chosen and fitted without it.", "", table(entries))
}

const main = async (): Promise<void> => {
  const args = process.argv.slice(2).filter((arg) => arg !== "--")
  const at = args.indexOf("--beside")
  const [beside] = at < 0 ? [] : args.splice(at, 2).slice(1)
  const file = args.find((arg) => !arg.startsWith("--"))
  const unknown = args.find((arg) => arg.startsWith("--") && arg !== "--cv")
  if (unknown !== undefined || (at >= 0 && beside === undefined)) throw new CaseError(usage)
  const path = file ?? developmentFile
  const { cases, text } = readCases(path)
  const counted = cases.flatMap(({ questions }) => questions).filter(({ gold }) => gold !== undefined)
  if (counted.length === 0) throw new CaseError(`${path}: no question has a gold answer`)
  say(`${Path.relative(".", path)}: ${cases.length} cases, ${counted.length} answers counted`, "")
  await (file === undefined || args.includes("--cv") ? validate(cases, beside) : measure(cases, text))
}

await main().catch((error: unknown) => {
  if (!(error instanceof CaseError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
