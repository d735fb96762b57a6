// The cases of decisions over a real model, and its answers beside an independent reading of the same weights.
import { Decisions, type Questions } from "@leadline/core/decisions"
import { conformance, expectedProbabilities, layerFakeSearch } from "@leadline/lab"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, assert, describe, it } from "vitest"
import { layer, loadModel } from "../src/index.ts"
import { openReference, options, writeModel } from "./support.ts"

const path = writeModel("none")

const state = "I was charged twice for March, please pay it back."

const letters = [..."ABCDEFGHIJKLMNOP"]
const questions = {
  wide: { type: "choice", criteria: Object.fromEntries(letters.map((letter) => [`option ${letter}`, null])) },
  refund: { type: "noul", instructions: "Is money asked for?" },
  mood: { type: "score", criteria: ["calm", "annoyed", "furious"] }
} as const satisfies Questions

const expectations = {
  wide: {
    task: "Which label fits the evidence best?",
    lines: letters.map((letter) => [letter, `option ${letter}`] as const)
  },
  refund: {
    task: "Does this hold for the evidence?\nIs money asked for?",
    lines: [["yes", "it holds"] as const, ["no", "it does not hold"] as const]
  },
  mood: {
    task: "Which level fits the evidence best?",
    lines: [["0", "calm"] as const, ["1", "annoyed"] as const, ["2", "furious"] as const]
  }
}

describe("decisions of a model in this process", () => {
  const services = layer(options(path)).pipe(
    Layer.provide(layerFakeSearch),
    Layer.provideMerge(Logger.layer([]))
  )
  const runtime = ManagedRuntime.make(services)
  afterAll(() => runtime.dispose())

  it.each(conformance.decisions.cases)("$name", async ({ run }) => {
    const result = await runtime.runPromise(Effect.result(run))
    if (result._tag === "Failure") assert.fail(result.failure.message)
  })

  it("are those of an independent reading of the same weights", async () => {
    const create = Decisions.use((decisions) => decisions.create({ model: "decider-27b", state, questions }))
    const { answers } = await runtime.runPromise(create)
    const given = {
      wide: Object.values(answers.wide.probabilities),
      refund: [answers.refund.noul, 1 - answers.refund.noul],
      mood: Object.values(answers.mood.probabilities)
    }
    const [loaded, reference] = [await loadModel(options(path)), await openReference(path)]
    const own = async (asked: object) => {
      const { messages } = asked as { messages: Parameters<typeof loaded.prompt>[0] }
      const tokens = await reference.read(loaded.prompt(messages))
      return Array.from(tokens, ([id, p]) => ({
        token: reference.model.detokenize([id as never], true),
        logprob: Math.log(p)
      }))
    }
    for (const name of ["wide", "refund", "mood"] as const) {
      const expected = await expectedProbabilities(own, { state, ...expectations[name] })
      for (const [at, p] of expected.entries()) assert.closeTo(given[name][at] ?? Number.NaN, p, 1e-6)
    }
    await loaded.close()
    await reference.close()
  })
})
