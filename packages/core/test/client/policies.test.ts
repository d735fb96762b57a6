// Decisions under a policy, as a client asks for them.
import * as Effect from "effect/Effect"
import { assert, it } from "vitest"
import { mapDecisions } from "../../src/helpers/bulk/index.ts"
import * as Client from "../../src/Client.ts"
import { Decisions } from "../../src/resources/decisions/index.ts"
import { mockClient, respond } from "../../src/testing/index.ts"
import { answer, collect, toRequest } from "../fixtures/bulk.ts"

const plain = respond.decisions.create(answer(0.9) as never)
const urgent = { action: "act", reason: null, probability: 0.9, calibrated: null, threshold: 0.8 }
const policy = { name: "tickets@3", action: "act", questions: { urgent } }
const judged = respond.decisions.create({ ...answer(0.9), policy } as never)

it("the option policy of a client or a call is sent with decisions alone; its action is review where none is known", async () => {
  const models = respond.models.list({ object: "list", data: [] })
  const { client, layer, requests } = mockClient([judged, models, plain, plain], { policy: "tickets" })
  const options = { policy: "tickets@3", concurrency: 1 } as const
  assert.deepInclude((await client.decisions.create(toRequest("a"))).policy, {
    name: "tickets@3",
    action: "act"
  })
  await client.models.list()
  const [result] = await collect(mapDecisions(client.decisions, ["a"], toRequest, options))
  assert.strictEqual(result?.action, "review")
  const call = Decisions.use(({ create }) => create(toRequest("a")))
  await Effect.runPromise(Effect.provide(call.pipe(Client.withOptions({ policy: "other; body=?0" })), layer))
  const sent = requests.map(({ headers }) => headers["x-leadline-policy"])
  assert.deepStrictEqual(sent, ["tickets", undefined, "tickets@3", "other; body=?0"])
})
