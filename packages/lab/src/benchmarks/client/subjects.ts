// Every client as its users make it, with its defaults. Each is loaded only where it is measured.
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

interface OurModule {
  readonly createClient: (options: { readonly baseUrl: string; readonly apiKey: string }) => {
    readonly chat: {
      readonly create: (request: typeof chat) => Promise<unknown>
      readonly stream: (request: typeof chat) => AsyncIterable<unknown>
    }
  }
}

const ours =
  (load: () => Promise<OurModule>): Open =>
  async (baseUrl, events) => {
    const client = (await load()).createClient({ baseUrl, apiKey })
    return events === 0 ? () => client.chat.create(chat) : () => takeAll(events, client.chat.stream(chat))
  }

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
  "transport-node": ours(() => import("@leadline/transport-node")),
  "transport-fetch": ours(() => import("@leadline/transport-fetch"))
}
