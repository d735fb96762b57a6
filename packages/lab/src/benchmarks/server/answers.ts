// What both sides of a row answer with: the services' work is nothing, the HTTP side is what is measured.
import { answers, chunk } from "../client/bodies.ts"

/** Events of a stream, the last one included. */
export const eventCount = 256

/** An answer of decisions to the request of the benchmark. */
export const decided: unknown = JSON.parse(answers.decision)

/** A list of 28 models. */
export const models = {
  object: "list",
  data: Array.from({ length: 28 }, (_, index) => ({
    id: `provider/model-${index}`,
    object: "model",
    created: 0,
    owned_by: "provider"
  }))
}

/** A page of three skills. */
export const skills = {
  skills: ["tides", "trains", "weather"].map((name) => ({
    skill_id: `skill_${name}`,
    name,
    revision: `rev_${name}_1`,
    created_at: "2026-11-20T08:00:00.000Z",
    updated_at: "2026-11-21T08:30:00.000Z"
  }))
}

/** Five pages found. */
export const found = {
  id: "0199a1b2-0000-4000-8000-000000000000",
  results: Array.from({ length: 5 }, (_, index) => ({
    title: `Tide tables, part ${index}`,
    url: `https://tides.example/brest/${index}`,
    snippet: "High water at Brest is at 06:12 and 18:37. ".repeat(6),
    date: "2026-11-20",
    last_updated: "2026-11-21"
  })),
  server_time: "2026-11-21T08:30:00.000Z"
}

/** A chat answer. */
export const chatted: unknown = JSON.parse(answers.chat)

/** Texts that are embedded. */
export const texts = ["High water", "Low water", "Spring tide", "Neap tide"]

/** An answer of embeddings: a vector of 1024 components for each of {@link texts}. */
export const embedded = {
  object: "list",
  data: texts.map((_, index) => ({
    object: "embedding",
    index,
    embedding: Buffer.alloc(1024, index + 1).toString("base64")
  })),
  model: "svc-embed-v1-0.6b",
  usage: {
    prompt_tokens: 9,
    total_tokens: 9,
    cost: { input_cost: 0.000001, total_cost: 0.000001, currency: "USD" }
  }
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** The events of a chat stream, one in each turn of the event loop, as a model gives tokens one by one. */
export const chatEvents = async function* () {
  for (let index = 1; index < eventCount; index++) {
    await nextTurn()
    yield chunk("chat.completion.chunk", `word${index} `, null)
  }
  await nextTurn()
  yield chunk("chat.completion.done", "", "stop")
}
