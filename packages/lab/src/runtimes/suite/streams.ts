// Streams: their events, their ends, and what breaks them.
// Source: §6.
import { expect, type Fact, listen, same, until } from "./fact.ts"
import { chat, response } from "./requests.ts"

const whole = (name: string, scenario: string): Fact => ({
  name,
  scenario,
  holds: async ({ client }) => {
    const { error, heard } = await listen(client.chat.stream(chat))
    const text = heard.map(({ choices }) => choices[0]?.delta?.content ?? "").join("")
    same([text, heard.length, error], ["h\u00e9llo \u{1F30A}", 3, undefined], "the events")
  }
})

export const streams: ReadonlyArray<Fact> = [
  whole("a chat stream arrives whole", "chat stream"),
  whole("a stream split at every byte arrives whole", "bytewise stream"),
  {
    name: "a response stream arrives whole",
    scenario: "responses stream",
    holds: async ({ client }) => {
      const { error, heard } = await listen(client.responses.stream(response))
      same(
        [heard.map(({ type }) => type), error],
        [["response.created", "response.output_text.delta", "response.completed"], undefined],
        "the events"
      )
    }
  },
  {
    name: "a stream that is not read sends nothing",
    scenario: "chat stream",
    holds: async ({ client, seen }) => {
      client.chat.stream(chat)
      // A later call arrives, whatever comes of it, and is the only one.
      await client.models.list().catch(() => undefined)
      const { last, requests } = await seen()
      same([requests, last?.operation], [1, "GET /v1/models"], "the requests")
    }
  },
  {
    name: "a reader that stops reading stops the writer",
    scenario: "endless stream",
    holds: async (at) => {
      for await (const { id } of at.client.chat.stream(chat)) {
        same(id, "c1", "the event")
        let before = -1
        let times = 0
        const still = (now: number) => {
          times = now === before ? times + 1 : 0
          before = now
          return times === 8
        }
        const { written } = await until(at, (seen) => still(seen.written), "the writer is never stopped")
        // A browser takes 64 MiB ahead of its page, all others what sockets hold.
        expect(written < (at.isBrowser ? 96 : 32) * 1024 * 1024, `${written} bytes were taken`)
        break
      }
      await until(at, ({ open }) => open === 0, "the connection stays open")
    }
  }
]
