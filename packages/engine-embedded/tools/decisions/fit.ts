// Fits `src/decisions/fittedModel.json` to the development data and to generated cases: `npm run generate:decisions`.
import * as Crypto from "node:crypto"
import * as FileSystem from "node:fs"
import * as Effect from "effect/Effect"
import { readDataFile } from "../../src/vectors/dataFile.ts"
import { loadWordVectors } from "../../src/vectors/wordVectors.ts"
import { developmentFile, readCases, trainingFile } from "./cases.ts"
import { trainingCases } from "./generate/trainingCases.ts"
import { examplesOf, fitModel } from "./training.ts"

const { cases, text } = readCases(developmentFile)
const wordVectors = await Effect.runPromise(Effect.flatMap(readDataFile, loadWordVectors))
const made = await examplesOf(wordVectors, trainingCases())
const everyday = await examplesOf(wordVectors, readCases(trainingFile).cases)
const model = fitModel([...(await examplesOf(wordVectors, cases)), ...everyday], made)
const rounded = JSON.stringify(
  { fittedOn: Crypto.createHash("sha256").update(text).digest("hex"), ...model },
  (_, value: unknown) => (typeof value === "number" ? Number(value.toPrecision(6)) : value),
  2
)
FileSystem.writeFileSync(new URL("../../src/decisions/fittedModel.json", import.meta.url), `${rounded}\n`)
process.stdout.write(
  `fitted on ${cases.length} cases, ${everyday.length} everyday and ${made.length} generated answers\n`
)
