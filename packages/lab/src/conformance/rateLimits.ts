// Conformance cases of rate limiters that count together, for every store of their windows.
import type { RateLimiter } from "@leadline/core/rate-limit"
import * as Effect from "effect/Effect"
import { CheckFailed, expect } from "./ConformanceCase.ts"

type Limiter = RateLimiter["Service"]

/** Limiters of four nodes, with 20 requests a second, that count together. */
export type Nodes = readonly [Limiter, Limiter, Limiter, Limiter]

/** A named check of limiters. */
export interface RateLimitsCase {
  readonly name: string
  readonly run: (nodes: Nodes) => Effect.Effect<void, CheckFailed>
}

/** The limit of each second that the nodes must have. Alone, a node admits a part of it. */
export const rateLimitsPerSecond = 20

const operation = "decisions.create"
let names = 0

/**
 * A check of a group of its own, made again while it is `undefined`: a window has ended between two of its steps, or a
 * node on a busy machine has counted alone.
 */
const holds = (
  name: string,
  check: (nodes: Nodes, group: string) => Effect.Effect<boolean | undefined>
): RateLimitsCase => ({
  name,
  run: Effect.fnUntraced(function* (nodes) {
    // A node may still connect.
    for (let attempt = 0; attempt < 2_000; attempt++) {
      const isSo = yield* check(nodes, `group-${names++}-${Math.random().toString(36).slice(2, 8)}`)
      if (isSo !== undefined) return yield* expect(isSo, "it does not hold")
      yield* Effect.sleep(5)
    }
    return yield* new CheckFailed({ message: "the nodes do not count together" })
  })
})

type Counts = ReadonlyArray<Effect.Success<ReturnType<Limiter["take"]>>>

/** The counts of one window with this limit; undefined when they are of several, or a node has counted alone. */
const together = (counts: Counts, limit = rateLimitsPerSecond): Counts | undefined =>
  counts.every((each) => each.reset === counts[0]?.reset && each.limit === limit) ? counts : undefined

/** Requests of a group, one after the other or at once, at the nodes in turn. */
const takeAll = (nodes: Nodes, group: string, count: number, own?: number, concurrency = 1) =>
  Effect.forEach(
    Array.from({ length: count }, (_, at) => nodes[at % 4] ?? nodes[0]),
    (node) => node.take(group, operation, own),
    { concurrency }
  ).pipe(Effect.map((counts) => together(counts, own === undefined ? undefined : Math.floor(own))))

const rates: ReadonlyArray<RateLimitsCase> = [
  holds(
    "requests at all nodes count together, each response says what is used, and one too many takes nothing",
    (nodes, group) =>
      Effect.map(takeAll(nodes, group, rateLimitsPerSecond + 3), (counts) =>
        counts?.every(({ limit, remaining, used, wait }, at) => {
          const isOver = at >= rateLimitsPerSecond
          const isWaiting = wait !== undefined && wait >= 0 && wait <= 1_000
          return used === Math.min(at + 1, limit) && used + remaining === limit && isOver === isWaiting
        })
      )
  ),
  holds("of requests at once exactly the limit is admitted", (nodes, group) =>
    Effect.map(
      takeAll(nodes, group, 40, undefined, 40),
      (counts) => counts && counts.filter(({ wait }) => wait === undefined).length === rateLimitsPerSecond
    )
  ),
  holds(
    "the next second is a new window, when the one before says so",
    Effect.fnUntraced(function* (nodes, group) {
      const last = (yield* takeAll(nodes, group, rateLimitsPerSecond + 1))?.at(-1)
      if (last?.wait === undefined) return undefined
      yield* Effect.sleep(last.wait + 1)
      const next = yield* nodes[1].take(group, operation)
      return together([next]) && next.wait === undefined && next.reset > last.reset
    })
  ),
  holds(
    "groups and operations count apart, whatever their names hold",
    Effect.fnUntraced(function* (nodes, group) {
      const counts = [
        yield* nodes[0].take(group, operation),
        yield* nodes[1].take(group, "chat.create"),
        yield* nodes[2].take(`${group}'"}:%_\\é`, operation),
        yield* nodes[3].take(`${group}'"}:%_\\è`, operation)
      ]
      const isTogether = counts.every(({ limit }) => limit === rateLimitsPerSecond)
      return isTogether ? counts.every(({ used }) => used === 1) : undefined
    })
  ),
  ...[8, 2.5, 0].map((own) =>
    holds(`a group's own limit of ${own} takes the place of that of all`, (nodes, group) =>
      Effect.map(takeAll(nodes, group, 9, own), (counts) =>
        counts?.every(({ wait }, at) => (wait === undefined) === at < Math.floor(own))
      )
    )
  )
]

const minute = () => Math.floor(Date.now() / 60_000)

/** Reservations at the nodes in turn: whether each fits in the minute. */
const reserves = (
  name: string,
  steps: ReadonlyArray<{ readonly tokens: number; readonly settle?: number }>,
  expected: ReadonlyArray<boolean>
): RateLimitsCase =>
  holds(
    name,
    Effect.fnUntraced(function* (nodes, group) {
      const before = minute()
      const fits: Array<boolean> = []
      for (const [at, { settle, tokens: count }] of steps.entries()) {
        const reservation = yield* (nodes[at % 4] ?? nodes[0]).reserve(group, count, 100)
        if (reservation.limit !== 100) return undefined
        if (reservation.wait !== undefined && reservation.wait > 60_000) return undefined
        fits.push(reservation.wait === undefined)
        if (settle !== undefined) yield* reservation.settle(settle)
      }
      const isSo = minute() === before ? fits.join() === expected.join() : undefined
      // A node on a busy machine does not wait for what it gives back: it may count after the next step.
      return isSo === false && steps.some(({ settle }) => settle !== undefined) ? undefined : isSo
    })
  )

const tokens: ReadonlyArray<RateLimitsCase> = [
  reserves(
    "tokens that fit no more are refused at every node",
    [{ tokens: 80 }, { tokens: 30 }, { tokens: 20 }, { tokens: 1 }],
    [true, false, true, false]
  ),
  reserves(
    "tokens that were not used are given back, and those beyond a reservation are taken",
    [{ tokens: 80, settle: 10 }, { tokens: 90 }, { tokens: 1 }],
    [true, true, false]
  ),
  reserves(
    "more tokens than the limit fit into an unused minute",
    [{ tokens: 500 }, { tokens: 1 }],
    [true, false]
  ),
  reserves(
    "what is given back leaves no less than nothing",
    [{ tokens: 50, settle: 0 }, { tokens: 100 }, { tokens: 1 }],
    [true, true, false]
  ),
  reserves(
    "tokens used beyond the limit count, too",
    [{ tokens: 10, settle: 300 }, { tokens: 1 }],
    [true, false]
  )
]

/** Cases of any rate limiter. */
export const rateLimitsCases: ReadonlyArray<RateLimitsCase> = [...rates, ...tokens]
