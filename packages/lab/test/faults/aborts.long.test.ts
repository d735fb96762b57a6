// Calls aborted at random moments, in every phase of a request: each settles and closes its connection at once, and nothing leaks.
import * as FetchTransport from "@leadline/transport-fetch"
import * as NodeTransport from "@leadline/transport-node"
import * as Effect from "effect/Effect"
import { getEventListeners } from "node:events"
import type { Socket } from "node:net"
import { queryObjects } from "node:v8"
import { afterAll, assert, it } from "vitest"
import { openEndpoint, overrideDns } from "../../src/faults/networkConditions.ts"
import { streamOperations, wholeOperations } from "../../src/faults/operations.ts"
import type { NetworkCondition } from "../../src/faults/rows/FaultRow.ts"
import { seededRandom } from "../../src/faults/seededRandom.ts"
import { chunk, chunkedHead, head, json, type ServerScript, whole } from "../../src/faults/ServerScript.ts"
import { holdsWithin, inParallel } from "../../src/processes.ts"

const aborts = 500

const [decisions] = wholeOperations
const [chat] = streamOperations
const frame = chunk(chat?.answer.frames[0] ?? "")
const good = whole(decisions?.answer.body ?? "", "200 OK", json)
const begun = { write: chunkedHead("content-type: text/event-stream") }

/** Where calls wait: responses whose connection must close on abort, others that are over by themselves, and phases before one. */
const places: {
  readonly [title: string]: {
    readonly serve?: (n: number) => ServerScript
    readonly link?: NetworkCondition
    readonly closes?: true
  }
} = {
  headers: { serve: () => [], closes: true },
  body: { serve: () => [{ write: `${head("200 OK", json, "content-length: 99")}{` }], closes: true },
  "a stream": { serve: () => [begun, { write: frame }], closes: true },
  "a stream that goes on": {
    serve: () => [begun, { drip: [frame, chunk(": ping\n\n")], every: 2 }],
    closes: true
  },
  "a wait demanded by the server": { serve: () => [{ write: whole("", "503 Busy", "retry-after: 30") }] },
  // Short random waits between attempts may all fit before the abort.
  "a wait of its own": { serve: () => [{ write: whole("", "500 Oops") }] },
  "an answer about to come": { serve: (n) => [{ wait: n % 20 }, { write: good }] },
  dns: { link: "silent name" },
  connect: { link: "black hole" },
  tls: { link: "handshake without end" },
  // With a large request, which is not read.
  send: { link: "unread" }
}

/** What is open; a timer of its own never stands while it asks. */
const resources = () =>
  process.getActiveResourcesInfo().filter((name) => /^(Timeout|TCP|TLS|Pipe|GetAddrInfo)/.test(name)).length

/** Turns of the event loop until something has settled. */
const turnsUntil = async (settled: () => boolean): Promise<number> => {
  let turns = 0
  for (; !settled(); turns++) await new Promise((resolve) => setImmediate(resolve))
  return turns
}

const Fiber = Effect.runFork(Effect.void).constructor
const fibers = () => queryObjects(Fiber, { format: "count" })

afterAll(overrideDns())

it.each([
  ["node", NodeTransport.createClient],
  ["fetch", FetchTransport.createClient]
] as const)(
  `${aborts} aborts at random points settle at once with their reason and leave nothing, by %s`,
  async (name, createClient) => {
    const before = { resources: resources(), fibers: fibers() }
    /** Aborted calls whose connection is still open. */
    const unclosed = new Set<string>()
    const arrived = new Set<string>()
    const onRequest = (text: string, socket: Socket) => {
      const id = /\r\nx-call: (\d+)/i.exec(text)?.[1] ?? ""
      arrived.add(id)
      socket.once("close", () => unclosed.delete(id))
    }
    const opened = await Promise.all(
      Object.entries(places).map(async ([title, { closes = false, link = "plain", serve = () => [] }]) => {
        return { title, closes, ...(await openEndpoint(link, { serve, ...(closes && { onRequest }) })) }
      })
    )
    // Several for each place: what one may retry is used up by some forty calls.
    const clients = Array.from({ length: 4 }, () => opened.map(({ baseUrl }) => createClient({ baseUrl })))
    const met = new Set<string>()

    const one = async (n: number) => {
      const { below } = seededRandom(n)
      // A large request costs more than all others.
      const at = below(12) === 0 ? below(opened.length) : below(opened.length - 1)
      const [place, client] = [opened[at], clients[Math.floor((4 * n) / aborts)]?.[at]]
      if (place === undefined || client === undefined) return
      const { closes, title } = place
      const controller = new AbortController()
      const { signal } = controller
      const reason = { n }
      let isSettled = false
      let turns = Promise.resolve(0)
      const abort = () => {
        if (closes) unclosed.add(`${n}`)
        controller.abort(reason)
        turns = turnsUntil(() => isSettled)
      }
      if (below(50) === 0) abort()
      const timer = setTimeout(abort, signal.aborted ? 0 : below(40))
      const options = { signal, headers: { "x-call": `${n}` } }
      const operation = title.includes("stream") ? chat : decisions
      const outcome: unknown = await operation?.call(client, options, title === "send" ? 3 << 20 : 0).then(
        () => "answered",
        (error: unknown) => error
      )
      isSettled = true
      clearTimeout(timer)
      assert.isAtMost(await turns, 5, title)
      if (!arrived.has(`${n}`)) unclosed.delete(`${n}`)
      assert.strictEqual(getEventListeners(signal, "abort").length, 0, title)
      if (signal.aborted) {
        met.add(title)
        return assert.strictEqual(outcome, reason, title)
      }
      const how = typeof outcome === "string" ? outcome : Reflect.get(Object(outcome), "_tag")
      assert.strictEqual(how, title === "a wait of its own" ? "InternalServerError" : "answered", title)
    }

    await inParallel(
      10,
      Array.from({ length: aborts }, (_, n) => () => one(n))
    )
    assert.isTrue(await holdsWithin(10_000, () => unclosed.size === 0))
    assert.strictEqual(met.size, opened.length)

    for (const client of clients.splice(0).flat()) await client.close()
    const open = () => opened.filter((place) => place.open() > 0).map(({ title }) => title)
    // What fetch has pooled stays with the runtime.
    if (name === "node") assert.isTrue(await holdsWithin(10_000, () => open().length === 0), open().join())
    for (const place of opened) await place.close()
    // Fetch gives up a connection without waiting calls only after its own 10 s.
    assert.isTrue(await holdsWithin(20_000, () => resources() <= before.resources))
    // The runtime may hold the last one; a leak would hold one for every call.
    assert.isTrue(await holdsWithin(1_000, () => fibers() <= before.fibers + 5))
  }
)
