// What the others do besides answering, by hand: the key in constant time, the rate limit, ids, headers, error bodies.
// Source: §4.1, §5; Assumed: ours.
import { timingSafeEqual } from "node:crypto"
import { key } from "../requests.ts"

const known = Buffer.from(key)

/** Whether this is the `Authorization` of the one key. */
export const isKnown = (authorization: string | undefined): boolean => {
  const match = /^bearer +(\S+) *$/i.exec(authorization ?? "")
  const given = Buffer.from(match?.[1] ?? "")
  return given.length === known.length && timingSafeEqual(given, known)
}

/** Requests of one group for one operation in a second; the benchmark stays below. */
const limit = 1_000_000

const counts = new Map<string, number>()
let second = 0

/** Counts one more request in this second: headers that say so, or undefined above the limit. */
export const take = (group: string, operation: string): Readonly<Record<string, string>> | undefined => {
  const now = Math.floor(Date.now() / 1_000)
  if (now !== second) {
    second = now
    counts.clear()
  }
  const name = `${group}:${operation}`
  const used = (counts.get(name) ?? 0) + 1
  if (used > limit) return undefined
  counts.set(name, used)
  return {
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(limit - used),
    "x-ratelimit-used": String(used),
    "x-ratelimit-reset": String(second + 1)
  }
}

/** The body of a refusal. */
export const failure = (message: string, type: string) => ({
  error: { message, type, code: null, param: null }
})

/** A key that is not known. */
export const unknownKey = failure("Missing or invalid API key.", "invalid_api_key")

/** Above the rate limit. */
export const tooMany = failure("Too many requests.", "rate_limit_exceeded")

/** Bytes of a body at most. */
export const bodyLimit = 33_554_432

/** Settings of connections that equal Leadline's. */
export const connections = {
  keepAliveTimeout: 65_000,
  maxRequestsPerSocket: 1_000,
  requestTimeout: 60_000
} as const
