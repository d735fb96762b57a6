// Fits `src/decisions/fittedModel.json` to a file of labelled cases: `node packages/engine-embedded/tools/decisions/fit.ts FILE.jsonl`.
import * as Crypto from "node:crypto"
import * as FileSystem from "node:fs"
import * as Effect from "effect/Effect"
import { readDataFile } from "../../src/vectors/dataFile.ts"
import { loadWordVectors } from "../../src/vectors/wordVectors.ts"
import { readCases } from "./cases.ts"
import { examplesOf, fitModel } from "./training.ts"

const path = process.argv[2]
if (path === undefined)
  throw new Error("usage: node packages/engine-embedded/tools/decisions/fit.ts FILE.jsonl")
const { cases, text } = readCases(path)
const weights = await Effect.runPromise(Effect.flatMap(readDataFile, loadWordVectors))
const model = fitModel(await examplesOf(weights, cases))
const rounded = JSON.stringify(
  { fittedOn: Crypto.createHash("sha256").update(text).digest("hex"), ...model },
  (_, value: unknown) => (typeof value === "number" ? Number(value.toPrecision(6)) : value),
  2
)
FileSystem.writeFileSync(new URL("../../src/decisions/fittedModel.json", import.meta.url), `${rounded}\n`)
process.stdout.write(`fitted on ${cases.length} cases\n`)
