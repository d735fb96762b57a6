// Fits `src/decisions/fittedModel.json` to the labelled and to generated cases: `npm run generate:decisions`.
import * as FileSystem from "node:fs"
import * as Effect from "effect/Effect"
import { readDataFile } from "../../src/vectors/dataFile.ts"
import { loadWordVectors } from "../../src/vectors/wordVectors.ts"
import { fittedFiles, generatedFile, labelledCases } from "./cases.ts"
import { examplesOf } from "./examples.ts"
import { fitModel } from "./fit.ts"

const fit = Effect.gen(function* () {
  const wordVectors = yield* Effect.flatMap(readDataFile, loadWordVectors)
  const real = yield* examplesOf(wordVectors, fittedFiles.flatMap(labelledCases))
  const generated = yield* examplesOf(wordVectors, labelledCases(generatedFile))
  process.stdout.write(`fitted to ${real.length} labelled and ${generated.length} generated answers\n`)
  return fitModel(real, generated)
})

const rounded = JSON.stringify(
  await Effect.runPromise(fit),
  (_, value: unknown) => (typeof value === "number" ? Number(value.toPrecision(6)) : value),
  2
)
FileSystem.writeFileSync(new URL("../../src/decisions/fittedModel.json", import.meta.url), `${rounded}\n`)
