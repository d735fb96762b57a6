// Every fault of a model server is an error that says which, and never a distribution.
import { Decisions } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { assert, describe, it } from "vitest"
import { layerInstance, logprobFaults, openaiScript, scriptedBackend } from "../../src/index.ts"

const ask = Decisions.use((decisions) =>
  decisions.create({
    model: "decider-27b",
    state: "I was charged twice.",
    questions: {
      team: { type: "choice", criteria: { billing: "Invoices", technical: "Bugs", sales: null } },
      late: { type: "noul", instructions: "Is it late?" },
      mood: { type: "score", criteria: ["calm", "angry"] }
    }
  })
)

describe("a fault of a model server", () => {
  it.each(logprobFaults)("$name", async ({ program, says, script, settings }) => {
    const backend = scriptedBackend(
      "openai-compatible",
      openaiScript({ ...script, program }),
      settings as { readonly [name: string]: unknown }
    )
    const error = await Effect.runPromise(
      Effect.flip(ask).pipe(Effect.provide(layerInstance(backend).pipe(Layer.orDie)), Effect.scoped)
    )
    assert.strictEqual(error._tag, "ConnectionError")
    assert.match(error.message, says)
  })
})
