// A thousand calls aborted at random moments: each settles and closes its connection at once, and nothing leaks.
import * as FetchTransport from "@leadline/transport-fetch"
import * as NodeTransport from "@leadline/transport-node"
import * as Effect from "effect/Effect"
import { getEventListeners } from "node:events"
import { queryObjects } from "node:v8"
import { afterAll, assert, it } from "vitest"
import { openAbortPoints } from "../../src/faults/abortPoints.ts"
import { overrideDns } from "../../src/faults/dnsNames.ts"
import { seededRandom } from "../../src/faults/seededRandom.ts"
import { holdsWithin, inParallel } from "../../src/processes.ts"

const aborts = 500

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
    const places = await openAbortPoints((head, socket) => {
      const id = /\r\nx-call: (\d+)/i.exec(head)?.[1] ?? ""
      arrived.add(id)
      socket.once("close", () => unclosed.delete(id))
    })
    // Several for each place: what one may retry is used up by some forty calls.
    const clients = Array.from({ length: 4 }, () => places.map(({ baseUrl }) => createClient({ baseUrl })))
    const met = new Set<string>()

    const one = async (n: number) => {
      const { below } = seededRandom(n)
      // A large request costs more than all others.
      const at = below(12) === 0 ? below(places.length) : below(places.length - 1)
      const [place, client] = [places[at], clients[Math.floor((4 * n) / aborts)]?.[at]]
      if (place === undefined || client === undefined) return
      const controller = new AbortController()
      const { signal } = controller
      const reason = { n }
      let isSettled = false
      let turns = Promise.resolve(0)
      const abort = () => {
        if (place.closes) unclosed.add(`${n}`)
        controller.abort(reason)
        turns = turnsUntil(() => isSettled)
      }
      if (below(50) === 0) abort()
      const timer = setTimeout(abort, signal.aborted ? 0 : below(40))
      const options = { signal, headers: { "x-call": `${n}` } }
      const outcome: unknown = await place.operation?.call(client, options, place.size).then(
        () => "answered",
        (error: unknown) => error
      )
      isSettled = true
      clearTimeout(timer)
      assert.isAtMost(await turns, 5, place.title)
      if (!arrived.has(`${n}`)) unclosed.delete(`${n}`)
      assert.strictEqual(getEventListeners(signal, "abort").length, 0, place.title)
      if (!signal.aborted) {
        const how = typeof outcome === "string" ? outcome : Reflect.get(Object(outcome), "_tag")
        return assert.strictEqual(how, place.unaborted, place.title)
      }
      met.add(place.title)
      assert.strictEqual(outcome, reason, place.title)
    }

    await inParallel(
      10,
      Array.from({ length: aborts }, (_, n) => () => one(n))
    )
    assert.isTrue(await holdsWithin(10_000, () => unclosed.size === 0))
    assert.strictEqual(met.size, places.length)

    for (const client of clients.splice(0).flat()) await client.close()
    const open = () => places.filter((place) => place.open() > 0).map(({ title }) => title)
    // What fetch has pooled stays with the runtime.
    if (name === "node") assert.isTrue(await holdsWithin(10_000, () => open().length === 0), open().join())
    for (const place of places) await place.close()
    // Fetch gives up a connection without waiting calls only after its own 10 s.
    assert.isTrue(await holdsWithin(20_000, () => resources() <= before.resources))
    // The runtime may hold the last one; a leak would hold one for every call.
    assert.isTrue(await holdsWithin(1_000, () => fibers() <= before.fibers + 5))
  }
)
