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

/** A name that no other case has counted. */
const newGroup = () => `group-${names++}-${Math.random().toString(36).slice(2, 8)}`

/** Attempts of a check, and milliseconds between two: a node may still connect. */
const maxAttempts = 2_000
const pause = 5

/**
 * A check of a group of its own, made again while it is `undefined`: a window has ended between two of its steps, or a
 * node on a busy machine has counted alone.
 */
const inOneWindow = (check: (group: string) => Effect.Effect<boolean | undefined>, message: string) =>
  Effect.gen(function* () {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const holds = yield* Effect.suspend(() => check(newGroup()))
      if (holds !== undefined) return yield* expect(holds, message)
      yield* Effect.sleep(pause)
    }
    return yield* new CheckFailed({ message: "the nodes do not count together" })
  })

/** Requests of a group, one after the other, at the nodes in turn; undefined when not all are of one window. */
const takeAll = Effect.fnUntraced(function* (nodes: Nodes, group: string, count: number, own?: number) {
  const counts = []
  for (let at = 0; at < count; at++) {
    counts.push(yield* (nodes[at % 4] ?? nodes[0]).take(group, operation, own))
  }
  const { limit, reset } = counts[0] ?? { limit: 0, reset: 0 }
  const isOne = limit === (own ?? rateLimitsPerSecond)
  return isOne && counts.every((each) => each.reset === reset && each.limit === limit) ? counts : undefined
})

const rates: ReadonlyArray<RateLimitsCase> = [
  {
    name: "requests at all nodes count together, each response says what is used, and one too many takes nothing",
    run: (nodes) =>
      inOneWindow(
        (group) =>
          Effect.map(takeAll(nodes, group, rateLimitsPerSecond + 3), (counts) =>
            counts?.every(({ limit, remaining, used, wait }, at) => {
              const isOver = at >= rateLimitsPerSecond
              const isWaiting = wait !== undefined && wait >= 0 && wait <= 1_000
              return used === Math.min(at + 1, limit) && used + remaining === limit && isOver === isWaiting
            })
          ),
        "they do not count 1, 2, 3 … up to the limit"
      )
  },
  {
    name: "of requests at once exactly the limit is admitted",
    run: (nodes) =>
      inOneWindow(
        (group) =>
          Effect.all(
            Array.from({ length: 40 }, (_, at) => (nodes[at % 4] ?? nodes[0]).take(group, operation)),
            { concurrency: "unbounded" }
          ).pipe(
            Effect.map((counts) => {
              const { reset } = counts[0] ?? { reset: 0 }
              if (counts.some((each) => each.reset !== reset || each.limit !== rateLimitsPerSecond))
                return undefined
              return counts.filter(({ wait }) => wait === undefined).length === rateLimitsPerSecond
            })
          ),
        "another number is admitted"
      )
  },
  {
    name: "the next second is a new window, when the one before says so",
    run: (nodes) =>
      inOneWindow(
        Effect.fnUntraced(function* (group) {
          const counts = yield* takeAll(nodes, group, rateLimitsPerSecond + 1)
          const last = counts?.at(-1)
          if (last?.wait === undefined) return undefined
          yield* Effect.sleep(last.wait + 1)
          const next = yield* nodes[1].take(group, operation)
          if (next.limit !== rateLimitsPerSecond) return undefined
          return next.wait === undefined && next.reset > last.reset
        }),
        "it does not"
      )
  },
  {
    name: "a limit between two whole numbers is the lower one",
    run: (nodes) =>
      inOneWindow(
        (group) =>
          Effect.map(
            Effect.forEach([0, 1, 2], (at) => (nodes[at] ?? nodes[0]).take(group, operation, 2.5)),
            (counts) => {
              const { reset } = counts[0] ?? { reset: 0 }
              if (counts.some((each) => each.reset !== reset || each.limit !== 2)) return undefined
              return counts.map(({ wait }) => wait === undefined).join() === "true,true,false"
            }
          ),
        "it is not"
      )
  },
  {
    name: "groups and operations count apart, whatever their names hold",
    run: (nodes) =>
      inOneWindow(
        Effect.fnUntraced(function* (group) {
          const counts = [
            yield* nodes[0].take(group, operation),
            yield* nodes[1].take(group, "chat.create"),
            yield* nodes[2].take(`${group}'"}:%_\\é`, operation),
            yield* nodes[3].take(`${group}'"}:%_\\è`, operation)
          ]
          const isTogether = counts.every(({ limit }) => limit === rateLimitsPerSecond)
          return isTogether ? counts.every(({ used }) => used === 1) : undefined
        }),
        "they count together"
      )
  },
  {
    name: "a group's own limit takes the place of that of all, also one of nothing",
    run: (nodes) =>
      Effect.andThen(
        inOneWindow(
          (group) =>
            Effect.map(takeAll(nodes, group, 9, 8), (counts) =>
              counts?.every(({ wait }, at) => (wait === undefined) === at < 8)
            ),
          "another number is admitted"
        ),
        inOneWindow(
          (group) =>
            Effect.map(takeAll(nodes, group, 2, 0), (counts) =>
              counts?.every(
                ({ remaining, used, wait }) => used === 0 && remaining === 0 && wait !== undefined
              )
            ),
          "a limit of 0 admits a request"
        )
      )
  }
]

/** Steps of reservations at nodes: whether each fits in the minute; undefined when a node has counted alone. */
const reserveAll = Effect.fnUntraced(function* (
  nodes: Nodes,
  group: string,
  steps: ReadonlyArray<{ readonly tokens: number; readonly settle?: number }>
) {
  const fits: Array<boolean> = []
  for (const [at, { settle, tokens }] of steps.entries()) {
    const reservation = yield* (nodes[at % 4] ?? nodes[0]).reserve(group, tokens, 100)
    if (reservation.limit !== 100) return undefined
    if (reservation.wait !== undefined && reservation.wait > 60_000) return undefined
    fits.push(reservation.wait === undefined)
    if (settle !== undefined) yield* reservation.settle(settle)
  }
  return fits
})

const sameMinute = Effect.fnUntraced(function* <A>(steps: Effect.Effect<A>) {
  const before = Math.floor(Date.now() / 60_000)
  const result = yield* steps
  return Math.floor(Date.now() / 60_000) === before ? result : undefined
})

const reserves = (
  name: string,
  steps: Parameters<typeof reserveAll>[2],
  expected: ReadonlyArray<boolean>
): RateLimitsCase => ({
  name,
  run: (nodes) =>
    inOneWindow(
      (group) =>
        Effect.map(sameMinute(reserveAll(nodes, group, steps)), (fits) =>
          fits === undefined ? undefined : fits.join() === expected.join()
        ),
      `whether they fit is not ${expected.join()}`
    )
})

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
    "tokens used beyond the limit count, too",
    [{ tokens: 10, settle: 300 }, { tokens: 1 }],
    [true, false]
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
  )
]

/** Cases of any rate limiter. */
export const rateLimitsCases: ReadonlyArray<RateLimitsCase> = [...rates, ...tokens]
