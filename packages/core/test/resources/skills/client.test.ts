// The skills client over a mock wire: what is sent, and what is retried.
import { assert, describe, it } from "@effect/vitest"
import * as Client from "../../../src/Client.ts"
import { rejection } from "../../fixtures/rejection.ts"
import { clientOver, type Step } from "../../fixtures/wire.ts"

const none: Step = { body: '{"skills":[]}' }
const file = new Uint8Array([0x50, 0x4b, 0x00, 0xff, 0x0d, 0x0a])
const down: Step = { status: 503, body: `{"error":{"message":"x","type":"service_unavailable"}}` }

const over = (...steps: ReadonlyArray<Step>) => {
  const { layer, sent } = clientOver(steps, { apiKey: "test-key" })
  return { client: Client.promises(layer), sent }
}
describe("the skills client", () => {
  it("puts ids in the path and the rest in the query, escaped", async () => {
    const { client, sent } = over(none)
    await client.skills.list({ limit: 7, page_token: "a b&c=d/é" })
    await rejection(client.skills.update({ skill_id: "skill_1", expected_revision: "r?1", file }))
    await client.skills.delete({ skill_id: "skill_1", expected_revision: "rev_1" })
    assert.deepEqual(
      sent.map(({ request }) => `${request.method} ${request.url}`),
      [
        "GET http://service.test/v1/skills?limit=7&page_token=a%20b%26c%3Dd%2F%C3%A9",
        "PUT http://service.test/v1/skills/skill_1?expected_revision=r%3F1",
        "DELETE http://service.test/v1/skills/skill_1?expected_revision=rev_1"
      ]
    )
  })

  it("tries creating, updating and deleting once, reading again", async () => {
    const id = { skill_id: "skill_1", expected_revision: "rev_1" }
    for (const call of [
      ({ skills }: Client.Client) => skills.create({ file }),
      ({ skills }: Client.Client) => skills.update({ ...id, file }),
      ({ skills }: Client.Client) => skills.delete(id)
    ]) {
      const { client, sent } = over(down)
      assert.propertyVal(await rejection(call(client)), "_tag", "UnavailableError")
      assert.strictEqual(sent.length, 1)
    }
    const { client, sent } = over(down, none)
    await client.skills.list()
    assert.strictEqual(sent.length, 2)
  })
})
