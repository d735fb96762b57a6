// @perplexity-ai/perplexity_ai 0.38.5, unmodified: every operation it has and we serve.
import Perplexity from "@perplexity-ai/perplexity_ai"
import { assert, it } from "vitest"
import { all, key, running } from "./server.ts"

const server = running()
const client = () => new Perplexity({ apiKey: key, baseURL: server.baseUrl, maxRetries: 0 })

const messages = [{ role: "user" as const, content: "When is high water at Brest?" }]
const textOf = (content: unknown): string => (typeof content === "string" ? content : "")

it("chat is answered, with a cost, and streams to the whole text", async () => {
  const { completions } = client().chat
  const { choices, usage } = await completions.create({ model: "sonar", messages })
  assert.isAbove(textOf(choices[0]?.message.content).length, 0)
  assert.strictEqual(usage?.cost.total_cost, 0)
  for (const stream_mode of ["full", "concise"] as const) {
    const asked = { model: "sonar", messages, stream: true, stream_mode } as const
    const events = await all(await completions.create(asked))
    const parts = events.map((event) => textOf(event.choices[0]?.delta.content))
    assert.strictEqual(events.at(-1)?.object, "chat.completion.done")
    assert.strictEqual(parts.join(""), textOf(choices[0]?.message.content))
  }
})

it("an async chat is created, found and listed", async () => {
  const { completions } = client().async.chat
  const { id } = await completions.create({ request: { model: "sonar", messages } })
  assert.strictEqual((await completions.get(id, { local_mode: true })).id, id)
  const { requests } = await completions.list()
  assert.isTrue(requests?.some((request) => request.id === id))
})

it("responses are made, with the text in one piece, and stream to a completed one", async () => {
  const asked = { preset: "fast-search", input: "Tides at Brest?" }
  const { output_text, status } = await client().responses.create(asked)
  assert.strictEqual(status, "completed")
  assert.isAbove(output_text.length, 0)
  const events = await all(await client().responses.create({ ...asked, stream: true }))
  assert.strictEqual(events.at(-1)?.type, "response.completed")
})

it("search finds pages, several queries at once too", async () => {
  const { results } = await client().search.create({ query: ["tide", "harbour"], max_results: 3 })
  assert.lengthOf(results, 3)
  for (const { title, url } of results) assert.match(`${title} ${url}`, /\S \S/)
})

it("chunks are embedded with their documents, texts by themselves", async () => {
  const { data: documents } = await client().contextualizedEmbeddings.create({
    // The types of the client know other names only.
    model: "svc-embed-context-v1-0.6b" as string as "pplx-embed-context-v1-0.6b",
    input: [["High water at 06:12.", "Low water at 12:20."], ["Another document."]]
  })
  const sizes = documents?.map((document) => document.data?.length)
  assert.deepStrictEqual(sizes, [2, 1])
  const { data = [] } = await client().embeddings.create({
    model: "svc-embed-v1-0.6b" as string as "pplx-embed-v1-0.6b",
    input: ["High water.", "Low water."]
  })
  assert.lengthOf(data, 2)
  for (const { embedding } of data) assert.strictEqual(Buffer.from(String(embedding), "base64").length, 1024)
})
