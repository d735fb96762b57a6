// The origin of the current request for the audit log: its id, and an HMAC of its address that changes every month.
import { CurrentRequest } from "@leadline/core/internal"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as References from "effect/References"
import { Pepper } from "../crypto/Pepper.ts"
import { sign } from "../crypto/signature.ts"
import { monthOf } from "../groups/month.ts"

/** HMAC of the address of the current request; null without one. The same address gives another value each month. */
export const addressHash = Effect.gen(function* () {
  const address = (yield* CurrentRequest)?.remoteAddress
  if (address === undefined) return null
  const month = monthOf(yield* Clock.currentTimeMillis)
  return sign(yield* Pepper, "address", month, encodeURIComponent(address))
})

/** Id and address HMAC of the current request; each is null if unknown. */
export const requestOrigin = Effect.gen(function* () {
  const { requestId } = yield* References.CurrentLogAnnotations
  return {
    address_hash: yield* addressHash,
    request_id: typeof requestId === "string" ? requestId : null
  }
})
