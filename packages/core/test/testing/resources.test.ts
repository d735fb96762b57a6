// Every method of every resource, mocked, recorded and answered from the recording.
import type { Client } from "../../src/Client.ts"
import { respond, fail, record, replay, mockClient, type Step } from "../../src/testing/index.ts"
import { assert, describe, it } from "vitest"

const skill = {
  skill_id: "s1",
  name: "tides",
  revision: "r1",
  description: "About tides.",
  created_at: "2026-11-21T15:00:00Z",
  updated_at: "2026-11-21T15:00:00Z"
}
const chatRequest = { model: "sonar", messages: [{ role: "user", content: "When?" }] } as const
const completion = {
  id: "c1",
  model: "sonar",
  created: 1,
  choices: [{ index: 0, message: { content: "At noon." } }]
}
const chunk = (object: "chat.completion.chunk" | "chat.completion.done", content: string) => ({
  id: "c1",
  model: "sonar",
  created: 1,
  object,
  choices: [{ index: 0, delta: { content } }]
})
const chunks = [
  chunk("chat.completion.chunk", "At n"),
  chunk("chat.completion.chunk", "oön."),
  chunk("chat.completion.done", "")
]
const record1 = { id: "a1", created_at: 1, model: "sonar", status: "CREATED" }
const response = {
  id: "resp_1",
  object: "response" as const,
  created_at: 1,
  model: "openai/gpt-5",
  status: "completed",
  output: []
}
const events = [
  { type: "response.created", sequence_number: 0, response: { ...response, status: "in_progress" } },
  {
    type: "response.output_text.delta",
    sequence_number: 1,
    item_id: "m1",
    output_index: 0,
    content_index: 0,
    delta: "At noon."
  },
  { type: "response.completed", sequence_number: 2, response }
] as const
const embedding = { object: "embedding", index: 0, embedding: "A".repeat(170) + "A=" } as const
const usage = {
  prompt_tokens: 1,
  total_tokens: 1,
  cost: { input_cost: 0, total_cost: 0, currency: "USD" as const }
}

const contextualized = {
  object: "list",
  data: [{ object: "list", index: 0, data: [embedding] }],
  model: "svc-embed-context-v1-0.6b",
  usage
} as const

const all = async <A>(source: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const found: Array<A> = []
  for await (const item of source) found.push(item)
  return found
}

const failure = (promise: PromiseLike<unknown>) =>
  Promise.resolve(promise).then(
    () => assert.fail("it succeeds"),
    ({ _tag, status }: { readonly _tag: string; readonly status: number }) => ({ _tag, status })
  )

/** A name, what is answered, the call, and what comes of it. */
const calls: ReadonlyArray<readonly [string, Step, (client: Client) => PromiseLike<unknown>, unknown]> = [
  [
    "apiKeys.generate",
    respond.apiKeys.generate({ auth_token: "redacted", created_at_epoch_seconds: 1, token_name: "n" }),
    ({ apiKeys }) => apiKeys.generate({ token_name: "n" }),
    { auth_token: "redacted", created_at_epoch_seconds: 1, token_name: "n" }
  ],
  [
    "apiKeys.revoke",
    respond.apiKeys.revoke(),
    ({ apiKeys }) => apiKeys.revoke({ auth_token: "k" }),
    undefined
  ],
  [
    "asyncChat.create",
    respond.asyncChat.create(record1),
    ({ asyncChat }) => asyncChat.create({ request: chatRequest }),
    record1
  ],
  ["asyncChat.get", respond.asyncChat.get(record1), ({ asyncChat }) => asyncChat.get({ id: "a1" }), record1],
  [
    "asyncChat.list",
    respond.asyncChat.list({ requests: [record1] }),
    ({ asyncChat }) => asyncChat.list({ limit: 3 }),
    { requests: [record1] }
  ],
  ["chat.create", respond.chat.create(completion), ({ chat }) => chat.create(chatRequest), completion],
  ["chat.stream", respond.chat.stream(chunks), ({ chat }) => all(chat.stream(chatRequest)), chunks],
  [
    "decisions.create",
    respond.decisions.create({
      model: "decider-27b",
      answers: { a: { type: "noul", noul: 0.5 } },
      usage: { input_tokens: 1, output_tokens: 0 }
    }),
    ({ decisions }) =>
      decisions.create({
        model: "decider-27b",
        state: "s",
        questions: { a: { type: "noul", instructions: "?" } }
      }),
    {
      model: "decider-27b",
      answers: { a: { type: "noul", noul: 0.5 } },
      usage: { input_tokens: 1, output_tokens: 0 }
    }
  ],
  [
    "contextualizedEmbeddings.create",
    respond.contextualizedEmbeddings.create(contextualized),
    (client) =>
      client.contextualizedEmbeddings.create({
        model: "svc-embed-context-v1-0.6b",
        input: [["a"]],
        dimensions: 128
      }),
    contextualized
  ],
  [
    "embeddings.create",
    respond.embeddings.create({ object: "list", data: [embedding], model: "svc-embed-v1-0.6b", usage }),
    ({ embeddings }) => embeddings.create({ model: "svc-embed-v1-0.6b", input: "a", dimensions: 128 }),
    { object: "list", data: [embedding], model: "svc-embed-v1-0.6b", usage }
  ],
  [
    "models.list",
    respond.models.list({ object: "list", data: [] }),
    ({ models }) => models.list(),
    { object: "list", data: [] }
  ],
  [
    "responses.create",
    respond.responses.create(response),
    ({ responses }) => responses.create({ input: "?" }),
    response
  ],
  [
    "responses.stream",
    respond.responses.stream(events),
    ({ responses }) => all(responses.stream({ input: "?" })),
    events
  ],
  [
    "search.create",
    respond.search.create({ id: "q1", results: [{ title: "t", url: "u", snippet: "s" }] }),
    ({ search }) => search.create({ query: "tides" }),
    { id: "q1", results: [{ title: "t", url: "u", snippet: "s" }] }
  ],
  [
    "skills.list",
    respond.skills.list({ skills: [skill] }),
    ({ skills }) => skills.list(),
    { skills: [skill] }
  ],
  [
    "skills.listAll",
    respond.skills.list({ skills: [skill] }),
    ({ skills }) => all(skills.listAll({ limit: 5 })),
    [skill]
  ],
  [
    "skills.listRevisions",
    respond.skills.listRevisions({ revisions: [] }),
    ({ skills }) => skills.listRevisions({ skill_id: "s1" }),
    { revisions: [] }
  ],
  [
    "skills.create",
    respond.skills.create(skill),
    ({ skills }) => skills.create({ file: new Uint8Array([0x50, 0x4b]) }),
    skill
  ],
  [
    "skills.get",
    respond.skills.get(skill),
    ({ skills }) => skills.get({ skill_id: "s1", revision: "r1" }),
    skill
  ],
  [
    "skills.update",
    respond.skills.update(skill),
    ({ skills }) =>
      skills.update({ skill_id: "s1", expected_revision: "r0", file: new Uint8Array([0x50, 0xff]) }),
    skill
  ],
  [
    "skills.delete",
    respond.skills.delete(),
    ({ skills }) => skills.delete({ skill_id: "s1", expected_revision: "r1" }),
    undefined
  ],
  [
    "skills.download",
    respond.skills.download({ url: "http://files.test/1", expires_at: "2026-11-21T15:00:00Z" }),
    ({ skills }) => skills.download({ skill_id: "s1" }),
    { url: "http://files.test/1", expires_at: "2026-11-21T15:00:00Z" }
  ]
]

describe.each(calls)("%s", (_, step, call, wanted) => {
  it("is answered from a script, and from the recording of it", async () => {
    const recording = record()
    const first = mockClient([step], { wrapTransport: recording.wrap })
    assert.deepStrictEqual(await call(first.client), wanted)
    await first.client.close()
    const again = replay(JSON.stringify(recording))
    assert.deepStrictEqual(await call(again.client), wanted)
    await again.client.close()
  })

  it("fails alike from a script, and from the recording of it", async () => {
    const recording = record()
    const first = mockClient([fail.status(403)], { wrapTransport: recording.wrap })
    const reported = await failure(call(first.client))
    assert.deepStrictEqual(reported, { _tag: "PermissionDeniedError", status: 403 })
    assert.deepStrictEqual(await failure(call(replay(recording.toJSON()).client)), reported)
  })
})

it("every method of every resource is called: calls in packages/core/test/testing/resources.test.ts", () => {
  const { client } = mockClient([])
  const methods = Object.entries(client).flatMap(([resource, shape]) =>
    typeof shape === "function" ? [] : Object.keys(shape).map((method) => `${resource}.${method}`)
  )
  const called = new Set(calls.map(([name]) => name))
  const repeating = ["asyncChat.createAndPoll", "asyncChat.listAll", "skills.listAllRevisions"]
  const missing = methods.filter((name) => !called.has(name) && !repeating.includes(name))
  assert.deepStrictEqual(missing, [])
})
