// Decisions under a policy, as a client asks for them.
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { assert, describe, it } from "vitest"
import { mapDecisions, mapDecisionsEffect } from "../../src/helpers/bulk/index.ts"
import * as Client from "../../src/Client.ts"
import { actionOf, Decisions } from "../../src/resources/decisions/index.ts"
import { mockClient, respond } from "../../src/testing/index.ts"
import { answer, collect, toRequest } from "../fixtures/bulk.ts"

/** An answer that a policy acts upon, or not. */
const judged = (action: "act" | "review") =>
  respond.decisions.create({
    ...answer(0.9),
    policy: {
      name: "tickets@3",
      action,
      questions: {
        urgent: {
          action,
          reason: action === "act" ? null : "below_threshold",
          probability: 0.9,
          calibrated: null,
          threshold: 0.8
        }
      }
    }
  } as never)

const plain = respond.decisions.create(answer(0.9) as never)

describe("the option policy", () => {
  it("of a client or a call is sent with decisions alone; that of the call wins", async () => {
    const models = respond.models.list({ object: "list", data: [] })
    const { client, layer, requests } = mockClient([judged("act"), judged("act"), models, plain], {
      policy: "tickets"
    })
    const { policy } = await client.decisions.create(toRequest("a"))
    assert.deepInclude(policy, { name: "tickets@3", action: "act" })
    assert.strictEqual(policy?.questions.urgent.reason, null)
    await client.decisions.create(toRequest("a"), { policy: "tickets@3" })
    await client.models.list()
    const call = Decisions.use(({ create }) => create(toRequest("a")))
    await Effect.runPromise(
      Effect.provide(call.pipe(Client.withOptions({ policy: "other; body=?0" })), layer)
    )
    assert.deepStrictEqual(
      requests.map(({ headers }) => headers["x-leadline-policy"]),
      ["tickets", "tickets@3", undefined, "other; body=?0"]
    )
  })

  it("gives each result of mapDecisions its action; without one that is known, review", async () => {
    const script = [judged("act"), judged("review"), plain]
    const { client, requests } = mockClient(script)
    const options = { policy: "tickets", concurrency: 1 } as const
    const results = await collect(mapDecisions(client.decisions, ["a", "b", "c"], toRequest, options))
    assert.deepStrictEqual(
      results.map(({ action }) => action),
      ["act", "review", "review"]
    )
    assert.deepStrictEqual(
      requests.map(({ headers }) => headers["x-leadline-policy"]),
      ["tickets", "tickets", "tickets"]
    )
    const { layer, requests: others } = mockClient(script)
    const found = await Effect.runPromise(
      mapDecisionsEffect(["a", "b", "c"], toRequest, { ...options, onError: "yield" }).pipe(
        Stream.map((one) => (one.error === undefined ? one.action : "failed")),
        Stream.runCollect,
        Effect.provide(layer)
      )
    )
    assert.deepStrictEqual([...found], ["act", "review", "review"])
    assert.strictEqual(others[0]?.headers["x-leadline-policy"], "tickets")
  })

  it("without a policy the action is review", () => {
    assert.strictEqual(actionOf({}), "review")
  })
})
