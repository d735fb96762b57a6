// A thousand calls aborted at random moments: each settles and closes its connection at once, and nothing leaks.
import type { Client } from "@leadline/core/client"
import * as FetchTransport from "@leadline/transport-fetch"
import * as NodeTransport from "@leadline/transport-node"
import * as Effect from "effect/Effect"
import { getEventListeners } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { queryObjects } from "node:v8"
import { afterAll, assert, beforeAll, it } from "vitest"
import { openAbortPoints } from "../../src/faults/abortPoints.ts"
import { overrideDns } from "../../src/faults/dnsNames.ts"
import { seededRandom } from "../../src/faults/seededRandom.ts"

const aborts = 500
const atOnce = 10

const resources = () =>
  process.getActiveResourcesInfo().filter((name) => /^(Timeout|TCP|TLS|Pipe|GetAddrInfo)/.test(name))

/** Waits for an end of something, at most so many times; a timer of its own never stands while it asks. */
const until = async (isSo: () => boolean, tries: number): Promise<boolean> => {
  for (let n = 0; n < tries; n++, await sleep(10)) if (isSo()) return true
  return isSo()
}

/** Turns of the event loop until something has settled. */
const turnsUntil = async (settled: () => boolean): Promise<number> => {
  let turns = 0
  for (; !settled(); turns++) await new Promise((resolve) => setImmediate(resolve))
  return turns
}

const Fiber = Effect.runFork(Effect.void).constructor
const fibers = () => queryObjects(Fiber, { format: "count" })

let giveNamesBack: () => void
beforeAll(() => {
  giveNamesBack = overrideDns()
})
afterAll(() => giveNamesBack())

const makers = {
  node: (baseUrl: string): Client => NodeTransport.createClient({ baseUrl }),
  fetch: (baseUrl: string): Client => FetchTransport.createClient({ baseUrl })
}

it.each(Object.entries(makers))(
  `${aborts} aborts at random points settle at once with their reason and leave nothing, by %s`,
  async (name, make) => {
    const before = { resources: resources().length, fibers: fibers() }
    /** Aborted calls whose connection is still open. */
    const unclosed = new Set<string>()
    const arrived = new Set<string>()
    const places = await openAbortPoints((head, socket) => {
      const id = /\r\nx-call: (\d+)/i.exec(head)?.[1] ?? ""
      arrived.add(id)
      socket.once("close", () => unclosed.delete(id))
    })
    // Several for each place: what one may retry is used up by some forty calls.
    const clients = Array.from({ length: 4 }, () => places.map(({ baseUrl }) => make(baseUrl)))
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
      const delay = below(40)
      let isSettled = false
      const abort = () => {
        if (place.closes) unclosed.add(`${n}`)
        controller.abort(reason)
        return turnsUntil(() => isSettled)
      }
      let turns = below(50) === 0 ? abort() : Promise.resolve(0)
      const timer = setTimeout(() => (turns = abort()), signal.aborted ? 0 : delay)
      const operation = place.operations[n % place.operations.length]
      const options = { signal, headers: { "x-call": `${n}` } }
      const outcome: unknown = await operation?.call(client, options, place.size).then(
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

    const queue = Array.from({ length: aborts }, (_, n) => n).values()
    const through = async () => {
      for (const n of queue) await one(n)
    }
    await Promise.all(Array.from({ length: atOnce }, through))

    assert.isTrue(await until(() => unclosed.size === 0, 1_000))
    assert.strictEqual(met.size, places.length)

    for (const client of clients.splice(0).flat()) await client.close()
    const open = () => places.filter((place) => place.open() > 0).map(({ title }) => title)
    // What fetch has pooled stays with the runtime.
    if (name === "node") await until(() => open().length === 0, 1_000)
    assert.deepEqual(name === "node" ? open() : [], [])
    for (const place of places) await place.close()
    // Fetch gives up a connection without waiting calls only after its own 10 s.
    await until(() => resources().length <= before.resources, 2_000)
    assert.isAtMost(resources().length, before.resources, resources().join())
    // The runtime may hold the last one; a leak would hold one for every call.
    await until(() => fibers() <= before.fibers, 100)
    assert.isAtMost(fibers(), before.fibers + 5)
  }
)
