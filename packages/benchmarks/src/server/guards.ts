// What every rival does besides answering, by hand: the key in constant time, the count of the second, ids, headers.
// Source: §4.1, §5; Assumed: ours.
import { randomUUID, timingSafeEqual } from "node:crypto"
import { key } from "./Subject.ts"

const known = Buffer.from(key)

/** Is this the `Authorization` of the one key? */
export const isKnown = (authorization: string | undefined): boolean => {
  const match = /^bearer +(\S+) *$/i.exec(authorization ?? "")
  const given = Buffer.from(match?.[1] ?? "")
  return given.length === known.length && timingSafeEqual(given, known)
}

/** Requests of a second; none of the benchmark is beyond. */
const limit = 1_000_000

const counts = new Map<string, number>()
let second = 0

/** The count of one more request; undefined: it is one too many. */
export const take = (group: string): Readonly<Record<string, string>> | undefined => {
  const now = Math.floor(Date.now() / 1_000)
  if (now !== second) {
    second = now
    counts.clear()
  }
  const used = (counts.get(group) ?? 0) + 1
  if (used > limit) return undefined
  counts.set(group, used)
  return {
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(limit - used),
    "x-ratelimit-used": String(used),
    "x-ratelimit-reset": String(second + 1)
  }
}

/** The headers that stand on every answer. */
export const stamped = () => ({ "x-request-id": randomUUID(), "cache-control": "no-store" })

/** An error object. */
export const failure = (message: string, type: string) => ({
  error: { message, type, code: null, param: null }
})

/** Bytes of a body. */
export const bodyLimit = 33_554_432
