// The skills client over a mock wire: what is sent, what is retried, and iteration with promises.
import { assert, describe, it } from "@effect/vitest"
import * as Client from "../../../src/Client.ts"
import { boundaryOf, decode } from "../../../src/protocol/multipart.ts"
import { clientOver, type Step } from "../../fixtures/wire.ts"
import { runToEnd } from "../../../src/scheduling/resumable.ts"

const times = `"created_at":"2026-11-20T10:00:00.000Z","updated_at":"2026-11-21T08:30:00.000Z"`
const summary = (id: string) => `{"skill_id":"${id}","name":"tide-report","revision":"rev_2",${times}}`
const skill: Step = {
  status: 201,
  headers: { "content-type": "application/json" },
  body: summary("skill_1").replace("{", '{"description":"Reads tide tables.",')
}
const page = (rest: string, ...ids: ReadonlyArray<string>): Step => ({
  body: `{"skills":[${ids.map(summary).join()}]${rest}}`
})
const file = new Uint8Array([0x50, 0x4b, 0x00, 0xff, 0x0d, 0x0a])
const down: Step = { status: 503, body: `{"error":{"message":"x","type":"service_unavailable"}}` }

const over = (...steps: ReadonlyArray<Step>) => {
  const { layer, sent } = clientOver(steps, { apiKey: "test-key" })
  return { client: Client.promises(layer), sent }
}
const rejection = (promise: PromiseLike<unknown>) =>
  Promise.resolve(promise).then(
    () => assert.fail("it resolves"),
    (error: { readonly _tag: string }) => error._tag
  )

const ids = async (walk: AsyncIterable<{ readonly skill_id: string }>) => {
  const found: Array<string> = []
  for await (const { skill_id } of walk) found.push(skill_id)
  return found
}

describe("the skills client", () => {
  it("sends a file as the one part of a form", async () => {
    const { client, sent } = over(skill)
    const made = await client.skills.create({ file })
    assert.strictEqual(made.description, "Reads tide tables.")
    const request = sent[0]?.request ?? assert.fail()
    assert.strictEqual(`${request.method} ${request.url}`, "POST http://service.test/v1/skills")
    if (!(request.body instanceof Uint8Array)) return assert.fail("the body is not bytes")
    assert.deepEqual(
      runToEnd(decode(request.body, boundaryOf(request.headers["content-type"] ?? "") ?? "")),
      file
    )
  })

  it("puts ids in the path and the rest in the query, escaped", async () => {
    const { client, sent } = over(page(""))
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

  it("an empty 204 is the answer of a deletion", async () => {
    const { client } = over({ status: 204 })
    assert.isUndefined(await client.skills.delete({ skill_id: "skill_1", expected_revision: "rev_1" }))
  })

  it("tries creating, updating and deleting once, reading again", async () => {
    const id = { skill_id: "skill_1", expected_revision: "rev_1" }
    for (const call of [
      ({ skills }: Client.Client) => skills.create({ file }),
      ({ skills }: Client.Client) => skills.update({ ...id, file }),
      ({ skills }: Client.Client) => skills.delete(id)
    ]) {
      const { client, sent } = over(down)
      assert.strictEqual(await rejection(call(client)), "UnavailableError")
      assert.strictEqual(sent.length, 1)
    }
    const { client, sent } = over(down, page(""))
    await client.skills.list()
    assert.strictEqual(sent.length, 2)
  })

  it("refuses a file that is too large before sending", async () => {
    const { client, sent } = over(skill)
    assert.strictEqual(
      await rejection(client.skills.create({ file: new Uint8Array(33_554_432) })),
      "PayloadTooLargeError"
    )
    assert.strictEqual(sent.length, 0)
  })
})

describe("the walk of the promise face", () => {
  it("asks for a page when the one before is used up, and can be walked again", async () => {
    const { client, sent } = over(page(`,"next_page_token":"t2"`, "a", "b"), page("", "c"), page("", "d"))
    const walk = client.skills.listAll({ limit: 2 })
    assert.strictEqual(sent.length, 0)
    assert.deepEqual(await ids(walk), ["a", "b", "c"])
    assert.strictEqual(sent[1]?.request.url, "http://service.test/v1/skills?limit=2&page_token=t2")
    assert.deepEqual(await ids(walk), ["d"])
  })

  it("stops when the loop is left", async () => {
    const { client, sent } = over(page(`,"next_page_token":"t2"`, "a", "b"))
    for await (const { skill_id } of client.skills.listAll()) {
      assert.strictEqual(skill_id, "a")
      break
    }
    assert.strictEqual(sent.length, 1)
  })

  it("fails at a page that names itself as the next one", async () => {
    const same = page(`,"next_page_token":"t2"`, "a")
    const { client, sent } = over(same, same, same)
    assert.strictEqual(await rejection(ids(client.skills.listAll())), "InvalidResponseError")
    assert.strictEqual(sent.length, 2)
    const revisions = over({ body: '{"revisions":[],"next_page_token":"t2"}' })
    const walk = revisions.client.skills.listAllRevisions({ skill_id: "s", page_token: "t2" })
    assert.strictEqual(await rejection(walk[Symbol.asyncIterator]().next()), "InvalidResponseError")
  })

  it("fails with the page that failed, and with the signal's own reason", async () => {
    const failing = over(page(`,"next_page_token":"t2"`, "a"), { status: 400, body: "" })
    assert.strictEqual(await rejection(ids(failing.client.skills.listAll())), "InvalidRequestError")
    const controller = new AbortController()
    const { client, sent } = over(page(`,"next_page_token":"t2"`, "a"))
    const walk = client.skills.listAllRevisions({ skill_id: "s" }, { signal: controller.signal })
    controller.abort({ _tag: "mine" })
    assert.strictEqual(await rejection(ids(client.skills.listAll({}, { signal: controller.signal }))), "mine")
    assert.strictEqual(await rejection(walk[Symbol.asyncIterator]().next()), "mine")
    assert.strictEqual(sent.length, 0)
  })
})
