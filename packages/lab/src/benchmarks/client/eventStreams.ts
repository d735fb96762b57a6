// Streams of chat chunks over sockets, decoded by every client.
import { chat } from "./bodies.ts"
import { type Opened, type Subjects, clients } from "./clients.ts"

/** Takes every event; a stream of another length is no measurement. */
const counted = (events: number, open: () => PromiseLike<AsyncIterable<unknown>>): Opened => ({
  call: async () => {
    let seen = 0
    for await (const event of await open()) seen += event === undefined ? 0 : 1
    if (seen !== events) throw new Error(`Expected ${events} events, got ${seen}`)
  }
})

const ours =
  (name: "transport-fetch" | "transport-node"): Subjects[string] =>
  async ({ base, events }) => {
    const client = await clients[name]({ base: `${base}/events/${events}` })
    return counted(events, () => Promise.resolve(client.chat.stream(chat)))
  }

/** One stream after another. */
export const sockets: Subjects = {
  "transport-node": ours("transport-node"),
  "transport-fetch": ours("transport-fetch"),
  openai: async ({ base, events }) => {
    const client = await clients.openai({ base: `${base}/events/${events}` })
    return counted(events, () => client.chat.completions.create({ ...chat, stream: true }))
  }
}
