// Single calls: raw undici, raw fetch, and every client, with its defaults.
import { chat, decision, twin } from "./bodies.ts"
import type { Open, Subjects } from "./Subject.ts"

const apiKey = "k"
const headers = {
  authorization: `Bearer ${apiKey}`,
  "content-type": "application/json",
  accept: "application/json"
}

const rawUndici =
  (path: string, body: unknown): Open =>
  async ({ base }) => {
    const { Agent, request } = await import("@effect/platform-node/Undici")
    const dispatcher = new Agent({ connections: 64, pipelining: 1 })
    return {
      call: async () => {
        const answer = await request(base + path, {
          method: "POST",
          headers,
          body: JSON.stringify(body),
          dispatcher
        })
        return answer.body.json()
      }
    }
  }

const rawFetch =
  (path: string, body: unknown): Open =>
  async ({ base }) => ({
    call: async () => {
      const answer = await fetch(base + path, { method: "POST", headers, body: JSON.stringify(body) })
      return answer.json()
    }
  })

const openai =
  (prefix: string, body: typeof chat): Open =>
  async ({ base }) => {
    const { OpenAI } = await import("openai")
    const client = new OpenAI({ baseURL: `${base}${prefix}/v1`, apiKey })
    return { call: () => client.chat.completions.create(body) }
  }

const perplexity =
  (prefix: string, body: typeof chat): Open =>
  async ({ base }) => {
    const { Perplexity } = await import("@perplexity-ai/perplexity_ai")
    const client = new Perplexity({ baseURL: base + prefix, apiKey })
    return { call: () => client.chat.completions.create(body) }
  }

const typesafe: Open = async ({ base }) => {
  const { TypeSafeClient } = await import("@typesafe-ai/sdk")
  const client = new TypeSafeClient({ baseURL: base, apiKey })
  return { call: () => client.systemOne(decision) }
}

const node = async (base: string) => {
  const { createClient } = await import("@leadline/transport-node")
  return createClient({ baseUrl: base, apiKey })
}

const overFetch = async (base: string) => {
  const { createClient } = await import("@leadline/transport-fetch")
  return createClient({ baseUrl: base, apiKey })
}

/** A decisions call of three questions. openai and perplexity have none: a chat of as many bytes is used instead. */
export const decisions: Subjects = {
  undici: rawUndici("/v1/decisions", decision),
  fetch: rawFetch("/v1/decisions", decision),
  "transport-node": async ({ base }) => {
    const client = await node(base)
    return { call: () => client.decisions.create(decision) }
  },
  "transport-fetch": async ({ base }) => {
    const client = await overFetch(base)
    return { call: () => client.decisions.create(decision) }
  },
  typesafe,
  openai: openai("/twin", twin),
  perplexity: perplexity("/twin", twin)
}

/** A chat of one short question. */
export const chats: Subjects = {
  undici: rawUndici("/v1/chat/completions", chat),
  fetch: rawFetch("/v1/chat/completions", chat),
  "transport-node": async ({ base }) => {
    const client = await node(base)
    return { call: () => client.chat.create(chat) }
  },
  "transport-fetch": async ({ base }) => {
    const client = await overFetch(base)
    return { call: () => client.chat.create(chat) }
  },
  openai: openai("", chat),
  perplexity: perplexity("", chat)
}
