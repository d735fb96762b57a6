// Whence a request comes, as far as it may be recorded: its id, and an HMAC of its address that changes each month.
// Source: §4.1; Assumed: ours, the document knows no audit.
import { CurrentRequest } from "@leadline/core/internal"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as References from "effect/References"
import { Pepper } from "./pepper.ts"
import { sign } from "./signed.ts"

const monthOf = (now: number): string => new Date(now).toISOString().slice(0, 7)

/** The HMAC of the address of the request around it, null without one. Other months give other values. */
export const addressHash = Effect.gen(function* () {
  const address = (yield* CurrentRequest)?.remoteAddress
  if (address === undefined) return null
  const month = monthOf(yield* Clock.currentTimeMillis)
  return yield* sign(yield* Pepper, "address", month, encodeURIComponent(address))
})

/** Id and address of the request around it, each null when there is none. */
export const origin = Effect.gen(function* () {
  const { requestId } = yield* References.CurrentLogAnnotations
  return {
    address_hash: yield* addressHash,
    request_id: typeof requestId === "string" ? requestId : null
  }
})
