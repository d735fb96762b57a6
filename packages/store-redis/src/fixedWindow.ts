// Fixed windows that all nodes count together, stored in Redis.
import { cappedAmount, type Windows } from "@leadline/core/rate-limit"
import * as Effect from "effect/Effect"
import { type Connection, RedisUnavailable } from "./connection.ts"
import { addScript, takeScript } from "./scripts.ts"

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/** The numbers of a reply; none for one that the script cannot give, as of a window that does not run. */
const numbersOf = (reply: unknown, seconds: number): ReadonlyArray<number> => {
  if (!Array.isArray(reply) || reply.length !== 5 || !reply.every(isCount)) return []
  const [, , start = 0, now = 0] = reply
  return now >= start && now < start + seconds ? reply : []
}

/** Counts atomically, by the clock of Redis. */
export const makeWindows = (connection: Connection): Windows<RedisUnavailable> => ({
  take: (request) => {
    const amount = cappedAmount(request)
    const { limit, name, seconds } = request
    return Effect.flatMap(connection.run(takeScript, name, [amount, limit, seconds].map(String)), (reply) => {
      const [fits, used, start, now, micros] = numbersOf(reply, seconds)
      if (used === undefined || start === undefined || now === undefined || micros === undefined) {
        return Effect.fail(new RedisUnavailable({ message: "Redis sent an unexpected reply" }))
      }
      const add = (more: number) =>
        Effect.ignore(connection.run(addScript, `${name}:${start}`, [String(more)]))
      return Effect.succeed({
        isTaken: fits === 1,
        amount,
        limit,
        used,
        start,
        now: now * 1000 + Math.floor(micros / 1000),
        add
      })
    })
  }
})
