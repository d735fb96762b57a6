// Where runtimes differ beside the nineteen rows: bodies and their codings, files, heads, streams, aborts and deadlines.
import type { Client } from "@leadline/core/client"
import { apiKey, type At, expect, type Fact, failure, fails, readAll, same, until } from "./fact.ts"
import { chat, decision } from "./requests.ts"

/** A call that fails with one of these classes. */
const broken = (
  name: string,
  scenario: string,
  tags: ReadonlyArray<string>,
  call: (client: Client) => Promise<unknown> = (client) => client.models.list()
): Fact => ({
  name,
  scenario,
  holds: async ({ client }) => {
    const tag = String((await fails(call(client), {}))["_tag"])
    expect(tags.includes(tag), `it is ${tag}`)
  }
})

const aborted = (
  what: string,
  scenario: string,
  call: (client: Client, signal: AbortSignal) => Promise<unknown>
): Fact => ({
  name: `an abort while waiting for ${what} frees the connection, and rejects with its own reason`,
  scenario,
  holds: async (at) => {
    const controller = new AbortController()
    const reason = new Error("mine")
    const ended = failure(call(at.client, controller.signal))
    await until(at, ({ open }) => open === 1, "the request never came")
    controller.abort(reason)
    expect(Object.is(await ended, reason), "it rejects with something else")
    await until(at, ({ open }) => open === 0, "the connection stays open")
  }
})

const decideUnless = (client: Client, signal: AbortSignal) => client.decisions.create(decision, { signal })

/** Whether a writer has stopped: it has written as much for eight looks. */
const stops = () => {
  let before = -1
  let times = 0
  return (written: number) => {
    times = written === before ? times + 1 : 0
    before = written
    return times === 8
  }
}

const writerStops = async (at: At) => {
  for await (const { id } of at.client.chat.stream(chat)) {
    same(id, "c1", "the event")
    const hasStopped = stops()
    const { written } = await until(at, (seen) => hasStopped(seen.written), "the writer is never stopped")
    // A browser takes 64 MiB ahead of its page, all others what sockets hold.
    expect(written < (at.isBrowser ? 96 : 32) * 1024 * 1024, `${written} bytes were taken`)
    break
  }
}

export const facts: ReadonlyArray<Fact> = [
  {
    name: "a request carries key and text whole, and no header that fails a preflight",
    scenario: "plain",
    holds: async ({ client, isBrowser, seen }) => {
      await client.decisions.create(decision)
      const { last } = await seen()
      same(JSON.parse(last?.body ?? "{}").state, decision.state, "the text")
      same(last?.headers["authorization"], `Bearer ${apiKey}`, "the key")
      same(last?.headers["content-type"], "application/json", "the type")
      expect(isBrowser || last?.headers["accept-encoding"] === "identity", "a coding is asked for")
      expect(!isBrowser || last?.headers["traceparent"] === undefined, "a trace header goes along")
    }
  },
  {
    name: "an answer has its response head",
    scenario: "plain",
    holds: async ({ client }) => {
      const { data, response } = await client.decisions.create(decision).withResponse()
      same(data.answers.team.choice, "billing", "the answer")
      same([response.status, response.requestId, response.attempts], [200, "req-1", 1], "the head")
      same([response.rateLimit?.limit, response.rateLimit?.remaining], [5, 4], "the rate limit")
    }
  },
  {
    name: "a file is sent whole",
    scenario: "plain",
    holds: async ({ client, seen }) => {
      const file = new TextEncoder().encode("PK\u0003\u0004 and so on")
      await client.skills.create({ file })
      const { last } = await seen()
      same(last?.operation, "POST /v1/skills", "the request")
      expect(last?.body.includes("PK\u0003\u0004 and so on") === true, "the file is not sent whole")
    }
  },
  {
    name: "cookies are not sent back",
    scenario: "cookie",
    holds: async ({ client, seen }) => {
      await client.models.list()
      await client.models.list()
      same((await seen()).last?.headers["cookie"], undefined, "the cookie")
    }
  },
  broken("a body shorter than its length is a ConnectionError", "short body", ["ConnectionError"]),
  broken("a body without its last chunk is a ConnectionError", "lost chunk", ["ConnectionError"]),
  broken("an unknown coding is an InvalidResponseError", "unknown coding", ["InvalidResponseError"]),
  {
    ...broken("an invalid gzip body is no answer", "invalid gzip", [
      "InvalidResponseError",
      "ConnectionError",
      "DeadlineExceededError"
    ]),
    // Node 22 never ends the body, so the deadline does.
    options: { timeout: 2_000 }
  },
  broken(
    "a cut gzip stream never ends as if it were whole",
    "gzip stream cut",
    ["StreamTruncatedError", "InvalidResponseError"],
    (client) => readAll(client.chat.stream(chat))
  ),
  {
    name: "a gzip bomb is cut short",
    scenario: "bomb",
    holds: async ({ client }) => {
      const { reason } = await fails(client.models.list(), { _tag: "InvalidResponseError" })
      expect(reason === "tooLarge" || reason === "encoding", `it is ${String(reason)}`)
    }
  },
  {
    name: "a stream split at every byte arrives whole",
    scenario: "bytewise stream",
    holds: async ({ client }) => {
      const read = await readAll(client.chat.stream(chat))
      const text = read.map(({ choices }) => choices[0]?.delta?.content ?? "").join("")
      same([text, read.length], ["h\u00e9llo \u{1F30A}", 3], "the events")
    }
  },
  {
    name: "a reader that stops reading stops the writer",
    scenario: "endless stream",
    holds: writerStops
  },
  aborted("an answer", "silent", decideUnless),
  aborted("an event", "silent stream", (client, signal) => readAll(client.chat.stream(chat, { signal })))
]
