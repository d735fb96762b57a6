// Signed download URLs: a revision, an expiry time, the key that asked for it, and a signature over all three.
import { downloadFolder } from "@leadline/core/skills"
import type { Pepper } from "../crypto/Pepper.ts"
import { isSigned, sign } from "../crypto/signature.ts"

// Letters, digits, _ and - only: the server refuses other characters in a path.
const tokenPattern =
  /^(?<revision>rev_[0-9a-f-]{36})_(?<until>[0-9a-z]{1,10})_(?<key>[0-9A-Za-z-]{1,40})_(?<mac>[0-9a-f]{32})$/

/** In place of a key id when the server itself asked. */
const noKey = "-"

/** The path of a revision's file, valid until a time in Unix milliseconds, for as long as the key is. */
export const pathOf = (pepper: Pepper["Service"], revision: string, until: number, key: string = noKey) => {
  const mac = sign(pepper, "download", revision, until.toString(36), key)
  return `${downloadFolder}/${revision}_${until.toString(36)}_${key}_${mac}`
}

/** Revision, key and end of a token; undefined for a forged one. */
export const read = (pepper: Pepper["Service"], token: string) => {
  const { key = "", mac = "", revision = "", until = "" } = tokenPattern.exec(token)?.groups ?? {}
  const isValid = isSigned(pepper, mac, "download", revision, until, key)
  if (!isValid) return undefined
  return { revision, key: key === noKey ? undefined : key, until: Number.parseInt(until, 36) }
}
