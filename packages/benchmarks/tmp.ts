import { makeReader } from "../core/src/http/SseReader.ts"
import { valueOf } from "../core/src/http/eventValue.ts"
import { makeDecoder } from "../core/src/http/utf8.ts"
import * as Client from "../core/src/Client.ts"
import { Transport } from "../core/src/http/Transport.ts"
import * as Layer from "effect/Layer"
import { Stream as OpenAiStream } from "openai/core/streaming"
import OpenAI from "openai"

const usage = { prompt_tokens: 6, completion_tokens: 2, total_tokens: 8, search_context_size: "low", cost: { input_tokens_cost: 0, output_tokens_cost: 0, total_cost: 0 } }
const chat = (i: number, last = false) => ({ id: "c1", model: "sonar", created: 1790000000, object: last ? "chat.completion.done" : "chat.completion.chunk",
  choices: [{ index: 0, finish_reason: last ? "stop" : null, delta: { role: "assistant", content: " word" + i } }], ...(last ? { usage, citations: ["https://tides.example/brest"] } : {}) })
const resp = (i: number) => ({ type: "response.output_text.delta", sequence_number: i + 1, item_id: "msg_1", output_index: 0, content_index: 0, delta: " word" + i })
const N = 20000
const enc = new TextEncoder()
const bodyOf = (room: string) => room === "chat"
  ? Array.from({ length: N }, (_, i) => `data: ${JSON.stringify(chat(i, i === N - 1))}\n\n`).join("") + "data: [DONE]\n\n"
  : Array.from({ length: N - 1 }, (_, i) => `data: ${JSON.stringify(resp(i))}\n\n`).join("") + `data: ${JSON.stringify({ type: "response.completed", sequence_number: N + 1, response: { id: "r", object: "response", created_at: 1, model: "m", status: "completed", output: [] } })}\n\n`
const split = (body: string, how: string) => {
  const bytes = enc.encode(body)
  if (how === "64K") { const out = []; for (let at = 0; at < bytes.length; at += 65536) out.push(bytes.subarray(at, at + 65536)); return out }
  const out = []; let at = 0
  while (at < bytes.length) { let e = bytes.indexOf(10, at); e += 2; out.push(bytes.subarray(at, e)); at = e }
  return out
}
const time = async (name: string, f: () => unknown, rounds = 7) => {
  let best = Infinity
  for (let r = 0; r < rounds; r++) { const t = performance.now(); await f(); best = Math.min(best, performance.now() - t) }
  console.log(name.padEnd(34), Math.round(N / best) + "k/s")
}
for (const room of ["chat", "responses"] as const) for (const how of ["64K", "event"]) {
  const body = bodyOf(room), chunks = split(body, how)
  console.log("---", room, how, Math.round(body.length / N), "bytes/event", chunks.length, "chunks")
  await time("parser", () => { let n = 0; const r = makeReader(() => n++); const d = makeDecoder(); for (const c of chunks) r.feed(d.decode(c, { stream: true })); if (n < N) throw n })
  await time("parser+JSON", () => { let n: any; const r = makeReader((f) => { n = valueOf(f) }); const d = makeDecoder(); for (const c of chunks) r.feed(d.decode(c, { stream: true })) })
  const transport = Layer.succeed(Transport, { codings: [], carriesTrace: false, send: (_r, receiver) => {
    let at = 0, over = false
    const run = () => { while (!over) { if (at === chunks.length) { over = true; receiver.onEnd(); return } if (!receiver.onBytes(chunks[at++]!)) return } }
    setImmediate(() => { receiver.onHead(200, { "content-type": "text/event-stream" }); run() })
    return { abort: () => { over = true }, resume: () => setImmediate(run) }
  } })
  const client = Client.promises(Client.layer({ baseUrl: "http://x.test" }).pipe(Layer.provide(transport)))
  await time("ours, promise face, checked", async () => {
    let n = 0
    const ev: AsyncIterable<unknown> = room === "chat" ? client.chat.stream({ model: "sonar", messages: [{ role: "user", content: "?" }] }) : client.responses.stream({ input: "?" })
    for await (const _ of ev) n++
    if (n < N) throw n
  })
  const readable = () => { let at = 0; return new ReadableStream<Uint8Array>({ pull(c) { if (at === chunks.length) c.close(); else c.enqueue(chunks[at++]!) } }) }
  await time("openai Stream.fromSSEResponse", async () => {
    let n = 0
    for await (const _ of OpenAiStream.fromSSEResponse(new Response(readable()), new AbortController())) n++
    if (n < N) throw n
  })
  const oa = new OpenAI({ apiKey: "k", baseURL: "http://x.test", fetch: async () => new Response(readable(), { headers: { "content-type": "text/event-stream" } }) })
  await time("openai client", async () => {
    let n = 0
    const s: any = room === "chat" ? await oa.chat.completions.create({ model: "sonar", messages: [{ role: "user", content: "?" }], stream: true }) : await oa.responses.create({ model: "x", input: "?", stream: true })
    for await (const _ of s) n++
    if (n < N) throw n
  })
}
