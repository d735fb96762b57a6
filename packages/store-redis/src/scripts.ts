// Lua scripts that count inside Redis, atomically and by its clock alone.
import { createHash } from "node:crypto"

/**
 * Takes an amount from a window if the limit allows. Returns whether it did, the used amount, the Unix second at which
 * the window began, the current Unix second and the microseconds past it. A window expires a second after its end.
 */
const take = `
local time = redis.call("TIME")
local now = tonumber(time[1])
local amount, limit, seconds = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local start = now - now % seconds
local key = KEYS[1] .. ":" .. string.format("%d", start)
local used = tonumber(redis.call("GET", key) or "0")
local fits = used + amount <= limit
if fits then
  used = redis.call("INCRBY", key, ARGV[1])
  redis.call("EXPIRE", key, seconds + 1)
end
return { fits and 1 or 0, used, start, now, tonumber(time[2]) }
`

/** Adds to a window that still exists, never going below zero. */
const add = `
local used = tonumber(redis.call("GET", KEYS[1]) or "-1")
if used < 0 then return 0 end
return redis.call("INCRBY", KEYS[1], math.max(-used, tonumber(ARGV[1])))
`

/** A script and its SHA-1, under which Redis caches it. */
export interface Script {
  readonly text: string
  readonly sha: string
}

const script = (text: string): Script => ({ text, sha: createHash("sha1").update(text).digest("hex") })

/** Takes from a window. Key: name of the window. Arguments: amount, limit, seconds. */
export const takeScript = script(take)

/** Corrects a window. Key: key of the window. Argument: the amount to add, may be negative. */
export const addScript = script(add)
