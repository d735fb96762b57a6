// Rows 1 to 7 of the nineteen: what is retried, when, and how often.
// Source: §7.1 for the advice; the rest is Assumed: ours.
import { expect, type Fact, failure, fails, refused, same, sleep, until } from "./fact.ts"
import { chat, decision } from "./requests.ts"

const options = { maxRetries: 2 }

/** Advice that cannot be followed: our own wait of at most a second takes its place. */
const useless = (name: string, scenario: string): Fact => ({
  name,
  scenario,
  options,
  holds: async ({ client, seen }) => {
    const { response } = await client.models.list().withResponse()
    same([response.attempts, (await seen()).requests], [2, 2], "the attempts")
    const [wait = -1, ...others] = response.waits ?? []
    same(others, [], "the other waits")
    expect(wait >= 0 && wait <= 1_000, `it waits ${wait} ms`)
    return "answered, 2 requests"
  }
})

export const retries: ReadonlyArray<Fact> = [
  {
    name: "1. 429, Retry-After: 1, then 200",
    scenario: "advice of a second",
    options,
    holds: async ({ client, seen }) => {
      const { response } = await client.models.list().withResponse()
      same([response.attempts, (await seen()).requests], [2, 2], "the attempts")
      same(response.waits, [1_000], "the waits")
      return "answered, 2 requests"
    }
  },
  {
    name: "2. 429, Retry-After: 3600",
    scenario: "429",
    options,
    holds: async ({ client, seen }) => {
      await fails(client.models.list(), {
        _tag: "RateLimitError",
        retryAfter: 3_600_000,
        remaining: 0,
        attempts: 1
      })
      same((await seen()).requests, 1, "the requests")
      return "RateLimitError of an hour, 1 request"
    }
  },
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
      return "the signal's reason, 1 request"
    }
  },
  useless("4. 429, Retry-After in the past", "past advice"),
  useless("5. 429, Retry-After: soon", "wordy advice"),
  {
    name: "6a. reset, then 200: a safe call",
    scenario: "reset once",
    options,
    losesConnections: true,
    holds: async ({ client, seen }) => {
      await client.decisions.create(decision)
      same((await seen()).requests, 2, "the requests")
      return "answered, 2 requests"
    }
  },
  {
    name: "6b. reset, then 200: a billed call",
    scenario: "reset once",
    options,
    losesConnections: true,
    holds: async ({ client, seen }) => {
      await fails(client.chat.create(chat), { _tag: "ConnectionError", sent: true, attempts: 1 })
      same((await seen()).requests, 1, "the requests")
      return "ConnectionError, 1 request"
    }
  },
  refused("7a. 501", "501", { _tag: "InternalServerError", status: 501, attempts: 1 }),
  refused("7b. 409", "409", { _tag: "ConflictError", status: 409, attempts: 1 })
]
