// The origin of the current request for the audit log: its id, and an HMAC of its address that changes every month.
import { CurrentRequest } from "@leadline/core/internal"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as References from "effect/References"
import { Pepper } from "../crypto/Pepper.ts"
import { sign } from "../crypto/signature.ts"
import { monthOf } from "../groups/month.ts"

/** HMAC of an address. The same address gives another value each month. */
export const addressHash = (pepper: Pepper["Service"], address: string, now: number): string =>
  sign(pepper, "address", monthOf(now), encodeURIComponent(address))

/** Id and address HMAC of the current request; each is null if unknown. */
export const requestOrigin = Effect.gen(function* () {
  const { requestId } = yield* References.CurrentLogAnnotations
  const address = (yield* CurrentRequest)?.remoteAddress
  const now = yield* Clock.currentTimeMillis
  return {
    address_hash: address === undefined ? null : addressHash(yield* Pepper, address, now),
    request_id: typeof requestId === "string" ? requestId : null
  }
})
