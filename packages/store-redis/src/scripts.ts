// Counting inside Redis, in one step and by its clock: no other clock takes part.
// Source: §8; Assumed: ours.
import { createHash } from "node:crypto"

/**
 * Takes an amount of a window, if the limit allows. Gives whether it did, what is used, the second at which the
 * window began, and the time in microseconds past the Unix second. A window is forgotten a second after its end.
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

/** Adds to a window that is still kept, and to none below nothing. */
const add = `
local used = tonumber(redis.call("GET", KEYS[1]) or "-1")
if used < 0 then return 0 end
return redis.call("INCRBY", KEYS[1], math.max(-used, tonumber(ARGV[1])))
`

/** A script, and the name under which Redis keeps it. */
export interface Script {
  readonly text: string
  readonly sha: string
}

const script = (text: string): Script => ({ text, sha: createHash("sha1").update(text).digest("hex") })

/** Takes of a window. Key: the window's name. Arguments: amount, limit, seconds. */
export const takeScript = script(take)

/** Corrects a window. Key: the window's whole key. Argument: what to add. */
export const addScript = script(add)
