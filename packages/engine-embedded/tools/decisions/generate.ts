// Fits `src/decisions/fittedModel.json` to the labelled and to generated cases: `npm run generate:decisions`.
import * as FileSystem from "node:fs"
import * as Effect from "effect/Effect"
import { fitModels } from "./fit.ts"

const rounded = JSON.stringify(
  await Effect.runPromise(fitModels),
  (_, value: unknown) => (typeof value === "number" ? Number(value.toPrecision(6)) : value),
  2
)
FileSystem.writeFileSync(new URL("../../src/decisions/fittedModel.json", import.meta.url), `${rounded}\n`)
