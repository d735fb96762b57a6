// Fits `src/decisions/fittedModel.json` to the labelled cases: `npm run generate:decisions`.
import * as FileSystem from "node:fs"
import * as Effect from "effect/Effect"
import { examples, fitModel } from "./fit.ts"

const rounded = JSON.stringify(
  fitModel(await Effect.runPromise(examples)),
  (_, value: unknown) => (typeof value === "number" ? Number(value.toPrecision(6)) : value),
  2
)
FileSystem.writeFileSync(new URL("../../src/decisions/fittedModel.json", import.meta.url), `${rounded}\n`)
