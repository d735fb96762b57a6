// Decisions of a model in this process, over a scripted one.
import { Decisions, type Questions } from "@leadline/core/decisions"
import { make as makeSearch, Search } from "@leadline/core/search"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { assert } from "vitest"
import { layerLocalModel } from "../../src/llama/layer.ts"
import type { LocalModel } from "../../src/llama/LocalModel.ts"
import { test } from "../support/effects.ts"
import { type ModelScript, scriptedModel } from "./scriptedModel.ts"

const noSearch = Layer.succeed(Search, makeSearch({ create: () => Effect.die("No search is asked") }))

const silent = Logger.layer([])

const over = (model: LocalModel) =>
  layerLocalModel(Effect.succeed(model)).pipe(Layer.provide(noSearch), Layer.provideMerge(silent))

const questions = {
  team: { type: "choice", criteria: { billing: null, technical: null } },
  refund: { type: "noul", instructions: "Is money asked for?" },
  mood: { type: "score", criteria: ["calm", "furious"] }
} as const satisfies Questions

const ask = (
  script: ModelScript,
  state: Parameters<Decisions["Service"]["create"]>[0]["state"] = "Pay it back."
) => {
  const { asked, model } = scriptedModel(script)
  const created = Decisions.use(({ create }) => create({ model: "decider-27b", state, questions }))
  return { asked, answered: Effect.provide(created, over(model)) }
}

test("a label has the probability of all tokens that write it", function* () {
  const pieces = ["A", " A", "(A)", "B", "a", "A1", "the", "0", "1", "yes", "Yes", "y", "no"]
  const p = [0.1, 0.1, 0.2, 0.1, 0.2, 0.01, 0.05, 0.05, 0.15, 0.01, 0.01, 0.01, 0.01]
  const { answers } = yield* ask({ pieces, logprob: (token) => Math.log(p[token] ?? 0) }).answered
  assert.closeTo(answers.team.probabilities.billing, 0.8, 1e-12)
  assert.closeTo(answers.refund.noul, 0.75, 1e-12)
  assert.closeTo(answers.mood.score, 0.75, 1e-12)
})

test("a vocabulary without a token for a label is refused", function* () {
  const error = yield* Effect.flip(ask({ pieces: ["A", "yes", "no", "0", "1"] }).answered)
  assert.match(error.message, /no token of its own for each label/)
})

test("a state that the context cannot hold is refused with both numbers", function* () {
  const error = yield* Effect.flip(ask({ model: { contextTokens: 500 } }, "x".repeat(600)).answered)
  assert.strictEqual(error._tag, "InvalidRequestError")
  assert.match(error.message, /^The request has \d+ tokens, and the context of the model 500\.$/)
})

test("a failure of the model is a 500 without its text", function* () {
  const error = yield* Effect.flip(
    ask({ model: { logprobs: () => Promise.reject(new Error("secret")) } }).answered
  )
  assert.strictEqual(error._tag, "InternalServerError")
  assert.notInclude(error.message, "secret")
})

test("a caller that leaves ends the work at its next batch, and no other question begins", function* () {
  const pending = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const { answered, asked } = ask({
    before: () => {
      begun.resolve()
      return pending.promise
    }
  })
  const fiber = yield* Effect.forkScoped(answered)
  yield* Effect.promise(() => begun.promise)
  const ending = yield* Effect.forkScoped(Fiber.interrupt(fiber), { startImmediately: true })
  pending.resolve()
  yield* Fiber.join(ending)
  assert.lengthOf(asked, 1)
})
