// Rows 8 to 19 of the nineteen: what a caller gets for broken responses and streams.
// Source: §6, §7; the rest is Assumed: ours.
import {
  apiKey,
  brokenStream as broken,
  expect,
  type Fact,
  fails,
  listen,
  refused,
  same,
  secret,
  shown,
  until
} from "./fact.ts"
import { chat, decision } from "./requests.ts"

const options = { maxRetries: 2 }

export const faults: ReadonlyArray<Fact> = [
  broken("8. a stream without its end mark", "stream without its end", 2, { _tag: "StreamTruncatedError" }),
  broken("9. a stream cut in the middle", "cut stream", 2, { _tag: "StreamTruncatedError" }, ({ cause }) =>
    expect(cause !== undefined, "it has no cause")
  ),
  {
    name: "10a. a last event without a blank line",
    scenario: "stream with an open end",
    options,
    holds: async ({ client }) => {
      const { error, heard } = await listen(client.chat.stream(chat))
      same([heard.length, error], [3, undefined], "the events")
      return "3 events, whole"
    }
  },
  broken("10b. the same without the end mark", "open end without its mark", 2, {
    _tag: "StreamTruncatedError"
  }),
  broken("11. an error in a stream", "stream with an error", 1, { _tag: "RateLimitError" }),
  {
    name: "12. broken JSON in a stream",
    scenario: "broken stream",
    options,
    holds: async (at) => {
      const lines: Array<string> = []
      const log = (line: string) => void lines.push(line)
      const logger = { error: log, warn: log, info: log, debug: log }
      const client = at.transport.createClient({ ...at.options, logger, logLevel: "debug" })
      const { error, heard } = await listen(client.chat.stream(chat))
      await client.close()
      same([heard.length, error?.["_tag"], error?.["eventsSeen"]], [1, "InvalidResponseError", 1], "the end")
      expect(lines.length > 0, "nothing is logged")
      const all = `${shown(error ?? {})} ${lines.join("\n")}`
      for (const each of [secret, apiKey]) expect(!all.includes(each), `it contains ${each}`)
      return "1 events, InvalidResponseError"
    }
  },
  {
    name: "13. a body that stalls, timeout 500 ms",
    scenario: "stalled",
    options,
    holds: async ({ client }) => {
      const ended = (timeout: number) =>
        fails(client.models.list({ timeout }), { _tag: "DeadlineExceededError", attempts: 1 })
      const early = await ended(500)
      // A slow machine may not get the head in time: then it gets more.
      const { phase } = early["phase"] === "headers" ? await ended(5_000) : early
      same(phase, "body", "the phase")
      return "DeadlineExceededError, body"
    }
  },
  {
    name: "14. a stream that stalls, idle 500 ms",
    scenario: "silent stream",
    options: { ...options, idleTimeout: 500 },
    holds: async ({ client }) => {
      const { error } = await listen(client.chat.stream(chat))
      same(
        [error?.["_tag"], error?.["phase"], error?.["eventsSeen"]],
        ["DeadlineExceededError", "idle", 1],
        "the failure"
      )
      return "1 events, DeadlineExceededError, idle"
    }
  },
  refused(
    '15. 200 with {"hello":1}',
    "wrong",
    { _tag: "InvalidResponseError", reason: "schema", attempts: 1 },
    (error) => {
      const issues = error["issues"] as ReadonlyArray<{ readonly path: ReadonlyArray<string> }> | undefined
      expect(
        issues?.some(({ path }) => path[0] === "object") === true,
        `no issue names the missing path: ${JSON.stringify(issues)}`
      )
    }
  ),
  refused("16. 200 with an HTML page", "html", {
    _tag: "InvalidResponseError",
    reason: "content",
    attempts: 1
  }),
  refused("17a. 504 with an HTML page", "504", { _tag: "DeadlineExceededError", status: 504, attempts: 3 }),
  refused("17b. 404 without a body", "404", { _tag: "NotFoundError", status: 404, attempts: 1 }),
  {
    name: "18. 307 to another origin",
    scenario: "redirect",
    options,
    holds: async ({ client, seen }) => {
      await fails(client.decisions.create(decision), {
        _tag: "InvalidResponseError",
        reason: "redirect",
        attempts: 1
      })
      const { followed, requests } = await seen()
      same([requests, followed], [1, 0], "the requests here and there")
      return "InvalidResponseError, redirect"
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
      return "closed, 1 request"
    }
  }
]
