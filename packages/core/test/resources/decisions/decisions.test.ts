// Decisions: what is read from weights, labels in messages, the parts of a state, and policies.
import { assert, it } from "@effect/vitest"
import * as Readout from "../../../src/resources/decisions/answersFromWeights.ts"
import * as Result from "effect/Result"
import { unwrapped } from "../../../src/resources/decisions/systemone/state.ts"
import type { Content } from "../../../src/schema/Content.ts"
import * as Effect from "effect/Effect"
import { noteModel } from "../../../src/validation/answeredBy.ts"
import { CurrentRequest, type ServedRequest } from "../../../src/validation/ServedRequest.ts"
import * as Policy from "../../../src/resources/decisions/underPolicy.ts"
import type { DecisionsResponse, Questions } from "../../../src/resources/decisions/schema.ts"

/** The probabilities of weights, which are valid. */
const read = (weights: ReadonlyArray<number>, temperature?: number): ReadonlyArray<number> =>
  Readout.probabilities(weights, temperature) ?? assert.fail("no probabilities")

const digits = (values: ReadonlyArray<number>) => values.map((value) => Number(value.toFixed(9)))

it("weights are read as probabilities, the first likeliest option, a mean level, and confidences", () => {
  const p = read([2, 1, 0], 1)
  assert.deepEqual(digits(p), [0.665240956, 0.244728471, 0.090030573])
  const sure = [Readout.choiceConfidence(p), Readout.meanLevel(p), Readout.scoreConfidence(p)]
  assert.deepEqual(digits(sure), [0.497861434, 0.424789617, 0.362815574])
  assert.deepEqual(digits(read([-1000, -1001])), [0.731058579, 0.268941421])
  assert.deepEqual(read([0, -Infinity]), [1, 0])
  assert.deepEqual(read([-1e308, 1e308], Number.MIN_VALUE), [0, 1])
  assert.strictEqual(Readout.firstArgmax(read([-3, -3, -3.5])), 0)
  assert.strictEqual(Readout.scoreConfidence([0.5, 0, 0.5]), 0)
})

it("weights of an engine that are no numbers, or all impossible, give no probabilities", () => {
  for (const weights of [
    [0, NaN],
    [-Infinity, -Infinity]
  ])
    assert.isUndefined(Readout.probabilities(weights, 1))
  assert.isUndefined(Readout.probabilities([1, 0], 0))
})

const text = (words: string) => ({ type: "text", text: words })
const json = (value: unknown) => ({ type: "json", value })
const file = (mediaType: string, data: unknown) => ({ type: "file", mediaType, data })
const image = { type: "image_url", image_url: { url: "data:image/png;base64,AQID" } }

it.each([
  ["text and an object", [text("a"), json({ b: 1 })], 'a\n{"b":1}'],
  ["a buffer", [text("a"), file("image/png", { type: "Buffer", data: [1, 2, 3] })], ["a", image]],
  ["base64", [file("image/png", "AQID")], [image]]
] as const)("a state of %s is the content", (_, state, expected) => {
  assert.deepEqual(unwrapped(state as Content), Result.succeed(expected as Content))
})

it.each([
  ["an image by address", file("image/png", { type: "url", url: "https://a.example/b.png" })],
  ["an image of numbers that are no bytes", file("image/png", { 0: 256 })]
] as const)("a state with %s is refused by its place", (_, part) => {
  const refused = unwrapped([text("a"), part] as Content)
  assert.isTrue(Result.isFailure(refused) && refused.failure.message.startsWith("state[1]: expected files"))
})

const questions: Questions = { urgent: { type: "noul", instructions: "Is it urgent?" } }
const request = { model: "decider-27b", state: "The site is down.", questions }
const response: DecisionsResponse = {
  model: "decider-27b",
  answers: { urgent: { type: "noul", noul: 0.9375 } },
  usage: { input_tokens: 3, output_tokens: 0 }
}

/** Acts upon what the model `m` says with four decimals. */
const stored: Policy.StoredPolicy = {
  name: "tickets",
  version: 3,
  judge: ({ decimals, model }) => {
    const reason = model === "m" && decimals === 4 ? null : "model_changed"
    const action = reason === null ? "act" : "review"
    return { urgent: { action, reason, probability: 0.9375, calibrated: 0.9, threshold: 0.8 } }
  }
}

/** Answers a request with a header and a policy of its key, as a model says. */
const answered = (header: string | undefined, own?: string, model = "m") =>
  Effect.gen(function* () {
    const headers: { [name: string]: string } = {}
    const outcomes: Array<Policy.PolicyOutcome> = []
    const context: Policy.PolicyRequest & Pick<ServedRequest, "remoteAddress" | "engine" | "attempts"> = {
      id: "id",
      remoteAddress: undefined,
      engine: undefined,
      attempts: 0,
      addHeaders: (add) => void Object.assign(headers, add(headers)),
      exchange: { headers: header === undefined ? {} : { "x-leadline-policy": header } },
      caller: { group: "acme", key: "key", ...(own !== undefined && { policy: own }) }
    }
    const policyOf = yield* Policy.makePolicyOf.pipe(
      Effect.provideService(Policy.Policies, {
        find: (_, name) => Effect.succeed(name === "tickets" ? stored : undefined)
      }),
      Effect.provideService(Policy.PolicyOutcomes, {
        record: (outcome) => Effect.sync(() => void outcomes.push(outcome))
      })
    )
    const answer = Effect.as(noteModel(model), response)
    const prepared = yield* Policy.underPolicy(policyOf, context, request, answer)
    const body = yield* Effect.provideService(prepared, CurrentRequest, context)
    return { body, headers, outcomes }
  })

const run = (...given: Parameters<typeof answered>) => Effect.runPromise(answered(...given))

it("decisions under a policy whose header is malformed are refused; of a key whose policy is gone they are reviews", async () => {
  const error = await Effect.runPromise(Effect.flip(answered("tickets@0")))
  assert.deepInclude(error, { _tag: "InvalidRequestError", param: "x-leadline-policy" })
  const { body, headers, outcomes } = await run(undefined, "gone")
  assert.isUndefined(body.policy)
  assert.deepStrictEqual(headers, { "x-leadline-policy": "gone", "x-leadline-action": "review" })
  assert.deepStrictEqual(outcomes[0]?.reasons, ["policy_missing"])
})

it("decisions under a policy with ?0 name the model and have no policy, not even that of the key; nothing is recorded", async () => {
  const { body, headers, outcomes } = await run("?0", "tickets", "modèle")
  assert.deepStrictEqual(headers, { "x-leadline-model": "mod%C3%A8le;decimals=4" })
  assert.deepStrictEqual([body, outcomes], [response, []])
})
