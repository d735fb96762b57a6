// What the others do besides answering, by hand: the key in constant time, the rate limit, ids, headers, error bodies.
// Source: §4.1, §5; Assumed: ours.
import { invalidKey } from "@leadline/core/authentication"
import type { ErrorObject } from "ajv"
import { timingSafeEqual } from "node:crypto"
import { type RequestListener, createServer } from "node:http"
import { listenOn } from "../../../ports.ts"
import { key } from "../Subject.ts"

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

const failure = (message: string, type: string) => ({
  error: { message, type, code: null, param: null }
})

/** A key that is not known. */
export const unknownKey = { error: { message: invalidKey().message, type: "invalid_api_key", code: 401 } }

/** Above the rate limit. */
export const tooMany = failure("Too many requests.", "rate_limit_exceeded")

const at = (value: unknown, path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>(
    (inner, name) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, name) : undefined),
    value
  )

type Issue = Pick<ErrorObject, "instancePath" | "keyword" | "message">

/** A body that ajv refuses, in the words of the contract where the benchmark looks at them. */
export const invalid = ({ instancePath, keyword, message }: Issue, body: unknown) => {
  const path = instancePath.split("/").slice(1)
  const value = at(body, path)
  const isCount = keyword === "minProperties" || keyword === "maxProperties"
  const words =
    isCount && typeof value === "object" && value !== null
      ? `expected 1 to 128 entries, got ${Object.keys(value).length}`
      : (message ?? "not valid")
  return failure(`${path.join(".")}: ${words}`, "invalid_request_error")
}

/** A body that ajv refuses, in the form of routes that answer 422. */
export const detail = ({ instancePath, keyword, message, params }: Issue & { readonly params?: object }) => {
  const missing: unknown = keyword === "required" ? Reflect.get(params ?? {}, "missingProperty") : undefined
  const loc = ["body", ...instancePath.split("/").slice(1), ...(missing === undefined ? [] : [missing])]
  const words =
    missing === undefined ? { msg: message, type: keyword } : { msg: "field required", type: "missing" }
  return { detail: [{ loc, ...words }] }
}

/** Bytes of a body at most. */
export const bodyLimit = 33_554_432

/** Settings of connections that equal Leadline's. */
export const connections = {
  keepAliveTimeout: 65_000,
  maxRequestsPerSocket: 1_000,
  requestTimeout: 60_000
} as const

/** Listens; gives the port. */
export const listen = (listener: RequestListener): Promise<number> =>
  listenOn(Object.assign(createServer(listener), connections))
