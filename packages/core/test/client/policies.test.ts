// Decisions under a policy, as a client asks for them.
import * as Effect from "effect/Effect"
import { assert, it } from "vitest"
import { mapDecisions } from "../../src/helpers/bulk/index.ts"
import * as Client from "../../src/Client.ts"
import { actionOf, Decisions } from "../../src/resources/decisions/index.ts"
import { mockClient, respond } from "../../src/testing/index.ts"
import { answer, collect, toRequest } from "../fixtures/bulk.ts"

const plain = respond.decisions.create(answer(0.9) as never)

/** An answer that a policy acts upon, or not. */
const judged = (action: "act" | "review") => {
  const reason = action === "act" ? null : "below_threshold"
  const urgent = { action, reason, probability: 0.9, calibrated: null, threshold: 0.8 }
  const policy = { name: "tickets@3", action, questions: { urgent } }
  return respond.decisions.create({ ...answer(0.9), policy } as never)
}

const policiesOf = (requests: ReturnType<typeof mockClient>["requests"]) =>
  requests.map(({ headers }) => headers["x-leadline-policy"])

it("the option policy of a client or a call is sent with decisions alone; that of the call wins", async () => {
  const models = respond.models.list({ object: "list", data: [] })
  const script = [judged("act"), judged("act"), models, plain]
  const { client, layer, requests } = mockClient(script, { policy: "tickets" })
  const { policy } = await client.decisions.create(toRequest("a"))
  assert.deepInclude(policy, { name: "tickets@3", action: "act" })
  await client.decisions.create(toRequest("a"), { policy: "tickets@3" })
  await client.models.list()
  const call = Decisions.use(({ create }) => create(toRequest("a")))
  await Effect.runPromise(Effect.provide(call.pipe(Client.withOptions({ policy: "other; body=?0" })), layer))
  assert.deepStrictEqual(policiesOf(requests), ["tickets", "tickets@3", undefined, "other; body=?0"])
})

it("the option policy gives each result of mapDecisions its action; without one that is known, review", async () => {
  const { client, requests } = mockClient([judged("act"), judged("review"), plain])
  const options = { policy: "tickets", concurrency: 1 } as const
  const results = await collect(mapDecisions(client.decisions, ["a", "b", "c"], toRequest, options))
  assert.deepStrictEqual(
    results.map(({ action }) => action),
    ["act", "review", "review"]
  )
  assert.deepStrictEqual(policiesOf(requests), ["tickets", "tickets", "tickets"])
  assert.strictEqual(actionOf({}), "review")
})
