// The nineteen rows: what a caller gets for what goes wrong, the same on every runtime.
// Source: §6, §7; the rest is Assumed: ours.
import type { Client } from "@leadline/core/client"
import {
  apiKey,
  type At,
  expect,
  type Fact,
  type Failed,
  failure,
  fails,
  readAll,
  same,
  secret,
  sleep,
  until
} from "./fact.ts"
import { chat, decision } from "./requests.ts"

const options = { maxRetries: 2 }

const listModels = (client: Client): Promise<unknown> => client.models.list()
const decide = (client: Client): Promise<unknown> => client.decisions.create(decision)
const create = (client: Client): Promise<unknown> => client.chat.create(chat)
const stream = (client: Client): Promise<unknown> => readAll(client.chat.stream(chat))

/** A call that fails with this class and these fields, after `attempts` requests: by default one. */
const refused = (
  name: string,
  scenario: string,
  call: (client: Client) => Promise<unknown>,
  _tag: string,
  fields: Failed
): Fact => ({
  name,
  scenario,
  options,
  holds: async ({ client, seen }) => {
    await fails(call(client), { _tag, ...fields })
    same((await seen()).requests, fields["attempts"] ?? 1, "the requests")
  }
})

/** A call that is answered at its second attempt, after these waits. */
const retried = (
  name: string,
  scenario: string,
  areWaits: (waits: ReadonlyArray<number>) => boolean
): Fact => ({
  name,
  scenario,
  options,
  holds: async ({ client, seen }) => {
    const { attempts, waits = [] } = (await client.models.list().withResponse()).response
    same([attempts, (await seen()).requests], [2, 2], "the attempts")
    expect(areWaits(waits), `it waits ${waits.join()} ms`)
  }
})

/** Advice that cannot be followed: our own wait of at most a second takes its place. */
const isOwnWait = ([wait = -1]: ReadonlyArray<number>) => wait >= 0 && wait <= 1_000

/** A slow machine may not get the head in time: then it gets more. */
const lateBody = async ({ client }: At): Promise<void> => {
  const ended = (timeout: number) =>
    fails(client.models.list({ timeout }), { _tag: "DeadlineExceededError", attempts: 1 })
  const early = await ended(500)
  const { phase } = early["phase"] === "headers" ? await ended(5_000) : early
  same(phase, "body", "the phase")
}

export const rows: ReadonlyArray<Fact> = [
  retried("1. 429, Retry-After: 1, then 200", "advice of a second", (waits) => waits.join() === "1000"),
  refused("2. 429, Retry-After: 3600", "429", listModels, "RateLimitError", {
    retryAfter: 3_600_000,
    remaining: 0
  }),
  {
    name: "3. abort during a wait",
    scenario: "advice of ten seconds",
    options,
    holds: async (at) => {
      const controller = new AbortController()
      const reason = new Error("mine")
      const call = failure(at.client.models.list({ signal: controller.signal }))
      await until(at, ({ open, requests }) => requests === 1 && open === 0, "the request never came")
      await sleep(50)
      controller.abort(reason)
      expect(Object.is(await call, reason), "it rejects with something else")
      same((await at.seen()).requests, 1, "the requests")
    }
  },
  retried("4. 429, Retry-After in the past", "past advice", isOwnWait),
  retried("5. 429, Retry-After: soon", "wordy advice", isOwnWait),
  {
    name: "6a. reset, then 200: a safe call",
    scenario: "reset once",
    options,
    holds: async ({ client, seen }) => {
      await decide(client)
      same((await seen()).requests, 2, "the requests")
    }
  },
  refused("6b. reset, then 200: a billed call", "reset once", create, "ConnectionError", { sent: true }),
  refused("7a. 501", "501", listModels, "InternalServerError", { status: 501 }),
  refused("7b. 409", "409", listModels, "ConflictError", { status: 409 }),
  refused("8. a stream without its end mark", "stream without its end", stream, "StreamTruncatedError", {
    eventsSeen: 2
  }),
  refused("9. a stream cut in the middle", "cut stream", stream, "StreamTruncatedError", { eventsSeen: 2 }),
  {
    name: "10a. a last event without a blank line",
    scenario: "stream with an open end",
    options,
    holds: async ({ client }) => same((await readAll(client.chat.stream(chat))).length, 3, "the events")
  },
  refused("10b. without the end mark, too", "open end without its mark", stream, "StreamTruncatedError", {
    eventsSeen: 2
  }),
  refused("11. an error in a stream", "stream with an error", stream, "RateLimitError", { eventsSeen: 1 }),
  {
    name: "12. broken JSON in a stream",
    scenario: "broken stream",
    options,
    holds: async (at) => {
      const lines: Array<string> = []
      const log = (line: string) => void lines.push(line)
      const logger = { error: log, warn: log, info: log, debug: log }
      const client = at.createClient({ ...at.options, logger, logLevel: "debug" })
      await fails(stream(client), { _tag: "InvalidResponseError", eventsSeen: 1 })
      await client.close()
      expect(lines.length > 0, "nothing is logged")
      for (const each of [secret, apiKey]) expect(!lines.join().includes(each), `the log contains ${each}`)
    }
  },
  { name: "13. a body that stalls, timeout 500 ms", scenario: "stalled", options, holds: lateBody },
  {
    ...refused("14. a stream that stalls, idle 500 ms", "silent stream", stream, "DeadlineExceededError", {
      phase: "idle",
      eventsSeen: 1
    }),
    options: { ...options, idleTimeout: 500 }
  },
  refused('15. 200 with {"hello":1}', "wrong", listModels, "InvalidResponseError", { reason: "schema" }),
  refused("16. 200 with an HTML page", "html", listModels, "InvalidResponseError", { reason: "content" }),
  refused("17a. 504 with an HTML page", "504", listModels, "DeadlineExceededError", {
    status: 504,
    attempts: 3
  }),
  refused("17b. 404 without a body", "404", listModels, "NotFoundError", { status: 404 }),
  {
    name: "18. 307 to another origin",
    scenario: "redirect",
    options,
    holds: async ({ client, seen }) => {
      await fails(decide(client), { _tag: "InvalidResponseError", reason: "redirect", attempts: 1 })
      const { followed, requests } = await seen()
      same([requests, followed], [1, 0], "the requests here and there")
    }
  },
  {
    name: "19. break after one event",
    scenario: "silent stream",
    options,
    holds: async (at) => {
      for await (const { id } of at.client.chat.stream(chat)) {
        same(id, "c1", "the event")
        break
      }
      const { requests } = await until(at, ({ open }) => open === 0, "the connection stays open")
      same(requests, 1, "the requests")
    }
  }
]
