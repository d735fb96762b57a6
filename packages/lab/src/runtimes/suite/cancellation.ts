// Ends of calls and clients: deadlines and aborts in every phase, a connection that is refused, a client that is closed.
import { expect, type Fact, failure, fails, listen, same, until } from "./fact.ts"
import { chat, decision } from "./requests.ts"

/** A slow machine may not reach the phase in time: then it gets more. */
const late = (name: string, scenario: string, phase: string): Fact => ({
  name: `${name} is a DeadlineExceededError`,
  scenario,
  options: { maxRetries: 2 },
  holds: async (at) => {
    const ended = (timeout: number) => failure(at.client.decisions.create(decision, { timeout }))
    const early = await ended(300)
    const { _tag, attempts, phase: last } = early["phase"] === phase ? early : await ended(5_000)
    same([_tag, last, attempts], ["DeadlineExceededError", phase, 1], "the failure")
    await until(at, ({ open }) => open === 0, "the connection stays open")
  }
})

const aborted = (name: string, scenario: string): Fact => ({
  name: `an abort while waiting for ${name} frees the connection, and rejects with its own reason`,
  scenario,
  holds: async (at) => {
    const controller = new AbortController()
    const reason = new Error("mine")
    const call = failure(at.client.decisions.create(decision, { signal: controller.signal }))
    await until(at, ({ open }) => open === 1, "the request never came")
    controller.abort(reason)
    expect(Object.is(await call, reason), "it rejects with something else")
    await until(at, ({ open }) => open === 0, "the connection stays open")
  }
})

export const endings: ReadonlyArray<Fact> = [
  late("a service that never answers", "silent", "headers"),
  aborted("an answer", "silent"),
  aborted("the rest of a body", "stalled"),
  {
    name: "an aborted signal sends nothing",
    scenario: "plain",
    holds: async ({ client, seen }) => {
      const reason = new Error("mine")
      const signal = AbortSignal.abort(reason)
      expect(
        Object.is(await failure(client.models.list({ signal })), reason),
        "it rejects with something else"
      )
      same((await seen()).requests, 0, "the requests")
    }
  },
  {
    name: "an abort ends a stream and frees its connection",
    scenario: "silent stream",
    holds: async (at) => {
      const controller = new AbortController()
      const reason = new Error("mine")
      const call = listen(at.client.chat.stream(chat, { signal: controller.signal }))
      await until(at, ({ open }) => open === 1, "the request never came")
      controller.abort(reason)
      expect(Object.is((await call).error, reason), "it rejects with something else")
      await until(at, ({ open }) => open === 0, "the connection stays open")
    }
  },
  {
    name: "a refused connection is a ConnectionError",
    scenario: "plain",
    holds: async ({ options, transport }) => {
      // The port of discard: nothing listens there, and browsers refuse it by themselves.
      const client = transport.createClient({ ...options, baseUrl: "http://127.0.0.1:9" })
      await fails(client.models.list(), { _tag: "ConnectionError" })
    }
  },
  {
    name: "a closed client refuses calls and harms nothing",
    scenario: "plain",
    holds: async ({ client }) => {
      await client.models.list()
      await client.close()
      await client.close()
      await failure(client.models.list())
    }
  }
]
