// Every client as its users make it, with its defaults. Each is loaded only where it is measured.
import type { Client } from "@leadline/core/client"
import { chat } from "./bodies.ts"

/** The API key of all clients. */
const apiKey = "k"

/** Makes one call and uses its whole answer. */
export type Call = () => Promise<unknown>

/** Opens a client of the server at a URL; with `events`, each call is a stream of so many. */
type Open = (baseUrl: string, events: number) => Promise<Call>

/** Takes every event; a stream of another length is no measurement. */
const takeAll = async (events: number, stream: AsyncIterable<unknown>): Promise<void> => {
  let seen = 0
  for await (const event of stream) seen += event === undefined ? 0 : 1
  if (seen !== events) throw new Error(`Expected ${events} events, got ${seen}`)
}

const ours = ({ chat: own }: Pick<Client, "chat">, events: number): Call =>
  events === 0 ? () => own.create(chat) : () => takeAll(events, own.stream(chat))

/** The subjects by name. */
export const subjects: { readonly [name: string]: Open } = {
  fetch: async (baseUrl) => async () => {
    const answer = await fetch(`${baseUrl}/v1/chat/completions`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${apiKey}`,
        "content-type": "application/json",
        accept: "application/json"
      },
      body: JSON.stringify(chat)
    })
    return answer.json()
  },
  openai: async (baseUrl, events) => {
    const { OpenAI } = await import("openai")
    const { completions } = new OpenAI({ baseURL: `${baseUrl}/v1`, apiKey }).chat
    return events === 0
      ? () => completions.create(chat)
      : async () => takeAll(events, await completions.create({ ...chat, stream: true }))
  },
  "transport-node": async (baseUrl, events) => {
    const { createClient } = await import("@leadline/transport-node")
    return ours(createClient({ baseUrl, apiKey }), events)
  },
  "transport-fetch": async (baseUrl, events) => {
    const { createClient } = await import("@leadline/transport-fetch")
    return ours(createClient({ baseUrl, apiKey }), events)
  }
}
