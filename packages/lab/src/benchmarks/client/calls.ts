// Single calls: raw undici, raw fetch, and every client, with its defaults.
import { chat, decision, twin } from "./bodies.ts"
import { type Open, type Subjects, apiKey, clients } from "./clients.ts"

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

/** A call of a client that is made for the server; `prefix` leads to other answers. */
const made =
  <A>(
    make: (reach: { readonly base: string }) => Promise<A>,
    call: (client: A) => Promise<unknown>,
    prefix = ""
  ): Open =>
  async ({ base }) => {
    const client = await make({ base: base + prefix })
    return { call: () => call(client) }
  }

const others = (body: typeof chat, prefix: string): Subjects => ({
  openai: made(clients.openai, (client) => client.chat.completions.create(body), prefix),
  perplexity: made(clients.perplexity, (client) => client.chat.completions.create(body), prefix)
})

/** A decisions call of three questions. openai and perplexity have none: a chat of as many bytes is used instead. */
export const decisions: Subjects = {
  undici: rawUndici("/v1/decisions", decision),
  fetch: rawFetch("/v1/decisions", decision),
  "transport-node": made(clients["transport-node"], (client) => client.decisions.create(decision)),
  "transport-fetch": made(clients["transport-fetch"], (client) => client.decisions.create(decision)),
  ...others(twin, "/twin")
}

/** A chat of one short question. */
export const chats: Subjects = {
  undici: rawUndici("/v1/chat/completions", chat),
  fetch: rawFetch("/v1/chat/completions", chat),
  "transport-node": made(clients["transport-node"], (client) => client.chat.create(chat)),
  "transport-fetch": made(clients["transport-fetch"], (client) => client.chat.create(chat)),
  ...others(chat, "")
}
