// Every method of every resource, mocked, recorded and answered from the recording.
import type { ResourceName } from "../../src/resources.ts"
import { assert, describe, it } from "vitest"
import type { Client } from "../../src/Client.ts"
import { fail, mockClient, record, replay, respond, type Step } from "../../src/testing/index.ts"
import { bodies } from "../fixtures/bodies.ts"
import { collect } from "../fixtures/bulk.ts"
import { rejection } from "../fixtures/rejection.ts"
import { chunks } from "./fixtures.ts"

/** The example of a body, as a method takes it. */
const example = (name: keyof typeof bodies) => bodies[name].example as never

const file = new Uint8Array([0x50, 0x4b, 0xff])
const apiKey = { auth_token: "redacted", created_at_epoch_seconds: 1, token_name: "n" }
const page = { id: "q1", results: [{ title: "t", url: "u", snippet: "s" }] }
const events = [example("responses event"), example("responses last event")]

/** Methods that make other calls. */
type Repeating = `listAll${string}` | "createAndPoll"

type Method = {
  readonly [R in ResourceName]: `${R}.${Exclude<keyof Client[R] & string, Repeating>}`
}[ResourceName]

/** Each method: the body of its response, or the name of an example, and a call that gives that body. */
const methods: {
  readonly [M in Method]: readonly [body: unknown, call: (client: Client) => PromiseLike<unknown>]
} = {
  "apiKeys.generate": [apiKey, ({ apiKeys }) => apiKeys.generate({ token_name: "n" })],
  "apiKeys.revoke": [undefined, ({ apiKeys }) => apiKeys.revoke(example("revoke request"))],
  "asyncChat.create": ["async record", ({ asyncChat }) => asyncChat.create(example("async request"))],
  "asyncChat.get": ["async record", ({ asyncChat }) => asyncChat.get(example("async get"))],
  "asyncChat.list": ["async page", ({ asyncChat }) => asyncChat.list({ limit: 3 })],
  "chat.create": ["chat answer", ({ chat }) => chat.create(example("chat request"))],
  "chat.stream": [chunks, ({ chat }) => collect<unknown>(chat.stream(example("chat request")))],
  "decisions.create": ["decisions answer", (client) => client.decisions.create(example("decisions request"))],
  "contextualizedEmbeddings.create": [
    "contextualized embeddings answer",
    (client) => client.contextualizedEmbeddings.create(example("contextualized embeddings request"))
  ],
  "embeddings.create": [
    "embeddings answer",
    (client) => client.embeddings.create(example("embeddings request"))
  ],
  "models.list": ["models answer", ({ models }) => models.list()],
  "responses.create": ["responses answer", (client) => client.responses.create(example("responses request"))],
  "responses.stream": [
    events,
    (client) => collect<unknown>(client.responses.stream(example("responses request")))
  ],
  "search.create": [page, ({ search }) => search.create(example("search request"))],
  "skills.list": ["skills page", ({ skills }) => skills.list()],
  "skills.listRevisions": ["revisions page", ({ skills }) => skills.listRevisions({ skill_id: "s1" })],
  "skills.create": ["skill answer", ({ skills }) => skills.create({ file })],
  "skills.get": ["skill answer", ({ skills }) => skills.get(example("skill request"))],
  "skills.update": [
    "skill answer",
    ({ skills }) => skills.update({ skill_id: "s1", expected_revision: "r0", file })
  ],
  "skills.delete": [undefined, ({ skills }) => skills.delete(example("skill deletion"))],
  "skills.download": ["skill address", ({ skills }) => skills.download({ skill_id: "s1" })]
}

const stepOf = (method: string, body: unknown): Step => {
  const [resource = "", name = ""] = method.split(".")
  const respondWith = Reflect.get(Reflect.get(respond, resource), name) as (body: unknown) => Step
  return respondWith(body)
}

const statusOf = async (promise: PromiseLike<unknown>) => {
  const error = Object(await rejection(promise))
  return { _tag: error._tag, status: error.status }
}

describe.each(Object.entries(methods))("%s", (method, [named, call]) => {
  it("is answered from a script, and from the recording of it", async () => {
    const body = typeof named === "string" ? bodies[named as keyof typeof bodies].example : named
    const recording = record()
    const first = mockClient([stepOf(method, body)], { wrapTransport: recording.wrap })
    assert.deepStrictEqual(await call(first.client), body)
    await first.client.close()
    const again = replay(JSON.stringify(recording))
    assert.deepStrictEqual(await call(again.client), body)
    await again.client.close()
  })

  it("fails alike from a script, and from the recording of it", async () => {
    const recording = record()
    const first = mockClient([fail.status(403)], { wrapTransport: recording.wrap })
    const reported = await statusOf(call(first.client))
    assert.deepStrictEqual(reported, { _tag: "PermissionDeniedError", status: 403 })
    assert.deepStrictEqual(await statusOf(call(replay(recording.toJSON()).client)), reported)
  })
})
