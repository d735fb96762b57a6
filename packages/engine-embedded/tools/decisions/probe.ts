// Prints how the engine answers probes of numbers, dates, roles and conditions: `npm run eval:probes`.
import * as Effect from "effect/Effect"
import { weigher } from "../../src/index.ts"
import { askProbes, probeTable } from "./askProbes.ts"
import { probes } from "./generate/probes.ts"

const perFamily = 100
const rows = await Effect.runPromise(
  Effect.flatMap(weigher, (engine) => askProbes(engine, probes(perFamily)))
)
process.stdout.write(`${probeTable(rows)}\n`)
