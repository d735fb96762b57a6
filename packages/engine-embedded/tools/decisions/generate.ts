// Fits `src/decisions/fittedModel.json` to the labelled cases: `npm run generate:decisions`.
import * as FileSystem from "node:fs"
import * as Effect from "effect/Effect"
import { fitAll } from "./fit.ts"

const rounded = JSON.stringify(
  await Effect.runPromise(fitAll),
  (_, value: unknown) => (typeof value === "number" ? Number(value.toPrecision(6)) : value),
  2
)
FileSystem.writeFileSync(new URL("../../src/decisions/fittedModel.json", import.meta.url), `${rounded}\n`)
