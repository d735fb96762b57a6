// Decisions under a policy: what is recorded, and what headers the server of apps/rest does not show.
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import { noteModel } from "../../../src/validation/answeredBy.ts"
import { CurrentRequest, type ServedRequest } from "../../../src/validation/ServedRequest.ts"
import * as Policy from "../../../src/resources/decisions/underPolicy.ts"
import type { DecisionsResponse, Questions } from "../../../src/resources/decisions/schema.ts"

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

describe("decisions under a policy", () => {
  it("are recorded, with what the policy says of each question", async () => {
    const { body, headers, outcomes } = await run("tickets")
    assert.deepStrictEqual(headers, { "x-leadline-policy": "tickets@3", "x-leadline-action": "act" })
    const judged = stored.judge({ questions, answers: response.answers, model: "m", decimals: 4 })
    assert.deepStrictEqual(body.policy, { name: "tickets@3", action: "act", questions: judged })
    const who = { group: "acme", keyId: "key", policy: "tickets@3", requestId: "id" }
    const made = { request, response, model: "m", action: "act", reasons: [], questions: judged }
    assert.deepStrictEqual<unknown>(outcomes, [{ ...who, ...made }])
  })

  it("whose header is malformed are refused; of a key whose policy is gone they are reviews", async () => {
    for (const header of ["tickets@0", "", "tickets, tickets"]) {
      const error = await Effect.runPromise(Effect.flip(answered(header)))
      assert.deepInclude(error, { _tag: "InvalidRequestError", param: "x-leadline-policy" }, header)
    }
    const { body, headers, outcomes } = await run(undefined, "gone")
    assert.isUndefined(body.policy)
    assert.deepStrictEqual(headers, { "x-leadline-policy": "gone", "x-leadline-action": "review" })
    assert.deepStrictEqual(outcomes[0]?.reasons, ["policy_missing"])
  })

  it("with ?0 name the model and have no policy, not even that of the key; nothing is recorded", async () => {
    const { body, headers, outcomes } = await run("?0", "tickets", "modèle")
    assert.deepStrictEqual(headers, { "x-leadline-model": "mod%C3%A8le;decimals=4" })
    assert.deepStrictEqual([body, outcomes], [response, []])
  })
})
