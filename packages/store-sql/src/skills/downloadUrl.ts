// Signed download URLs: a revision, an expiry time and a signature over both.
import { downloadFolder } from "@leadline/core/skills"
import * as Effect from "effect/Effect"
import type { Pepper } from "../crypto/Pepper.ts"
import { isSigned, sign } from "../crypto/signature.ts"

// Letters, digits, _ and - only: the server refuses other characters in a path.
const tokenPattern = /^(?<revision>rev_[0-9a-f-]{36})_(?<until>[0-9a-z]{1,10})_(?<mac>[0-9a-f]{32})$/

/** The path of a revision's file, valid until a time in Unix milliseconds. */
export const pathOf = (pepper: Pepper["Service"], revision: string, until: number) =>
  Effect.map(
    sign(pepper, "download", revision, until.toString(36)),
    (mac) => `${downloadFolder}/${revision}_${until.toString(36)}_${mac}`
  )

/** The revision of a valid token; undefined for one that is forged or expired. */
export const read = Effect.fnUntraced(function* (pepper: Pepper["Service"], token: string, now: number) {
  const { mac = "", revision = "", until = "" } = tokenPattern.exec(token)?.groups ?? {}
  const isValid = yield* isSigned(pepper, mac, "download", revision, until)
  return isValid && now < Number.parseInt(until, 36) ? revision : undefined
})
