// Short signatures for page tokens, download URLs and the audit seal.
// Source: §4.4; Assumed: ours for the form of an opaque value.
import * as Redacted from "effect/Redacted"
import { matchesAny, type Pepper } from "./Pepper.ts"

const digits = 32

/** Neither parts nor API keys contain spaces, so no two lists of parts give the same text, and none gives a key. */
const message = (purpose: string, parts: ReadonlyArray<string>) =>
  Redacted.make([purpose, ...parts].join(" "))

/** 128 bits of a MAC over a purpose and parts, under the current pepper, as 32 hex digits. Parts must not contain spaces. */
export const sign = (pepper: Pepper["Service"], purpose: string, ...parts: ReadonlyArray<string>): string =>
  pepper.mac(message(purpose, parts)).slice(0, digits)

/** Whether a signature is valid under any valid pepper; the comparison takes constant time. */
export const isSigned = (
  pepper: Pepper["Service"],
  signature: string,
  purpose: string,
  ...parts: ReadonlyArray<string>
): boolean =>
  matchesAny(
    pepper.macs(message(purpose, parts)).map((mac) => mac.slice(0, digits)),
    signature
  )
