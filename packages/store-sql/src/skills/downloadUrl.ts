// Addresses of files: a revision, the time it ends, and a signature over both.
import { downloadFolder } from "@leadline/core/skills"
import * as Effect from "effect/Effect"
import type { Pepper } from "../crypto/Pepper.ts"
import { isSigned, sign } from "../crypto/signature.ts"

// Letters, digits, _ and - only: the gate lets nothing else pass in a path.
const form = /^(?<revision>rev_[0-9a-f-]{36})_(?<until>[0-9a-z]{1,10})_(?<mac>[0-9a-f]{32})$/

/** The path of a revision's file, good until a Unix millisecond. */
export const pathOf = (pepper: Pepper["Service"], revision: string, until: number) =>
  Effect.map(
    sign(pepper, "download", revision, until.toString(36)),
    (mac) => `${downloadFolder}/${revision}_${until.toString(36)}_${mac}`
  )

/** The revision of a token that was signed here and is still good; else undefined. */
export const read = Effect.fnUntraced(function* (pepper: Pepper["Service"], token: string, now: number) {
  const { mac = "", revision = "", until = "" } = form.exec(token)?.groups ?? {}
  const isOurs = yield* isSigned(pepper, mac, "download", revision, until)
  return isOurs && now < Number.parseInt(until, 36) ? revision : undefined
})
