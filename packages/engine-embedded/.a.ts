import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import { Decisions } from "@leadline/core/decisions"
import * as Embedded from "./src/index.ts"
const rows = readFileSync("/tmp/asks.txt", "utf8")
  .trim()
  .split("\n")
  .map((l) => l.split(" | "))
const run = Effect.gen(function* () {
  const d = yield* Decisions
  for (const [state = "", q = "", truth = ""] of rows) {
    const s = state.startsWith("{") ? JSON.parse(state) : state
    const { answers } = yield* d.create({
      model: "decider-27b",
      state: s,
      questions: { q: { type: "noul", instructions: q } }
    })
    const p = (answers as any).q.noul as number
    const bad = truth === "no" ? p : 1 - p
    console.log((bad > 0.9 ? "!! " : bad > 0.5 ? "x  " : "ok ") + p.toFixed(3), truth, "|", state, "|", q)
  }
})
await Effect.runPromise(Effect.provide(run, Embedded.layerDecisions))
