// Short texts that come back unchanged or not at all: page tokens and addresses of downloads.
// Source: §4.4; Assumed: ours for the form of an opaque value.
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { matchesAny, type Pepper } from "./Pepper.ts"

const digits = 32

/** No part holds a blank, and neither does a key: no two lists of parts are the same text, and none is a key's. */
const signed = (purpose: string, parts: ReadonlyArray<string>) => Redacted.make([purpose, ...parts].join(" "))

/** 128 bits of a MAC over a purpose and parts, under the current pepper. No part may hold a blank. */
export const sign = (pepper: Pepper["Service"], purpose: string, ...parts: ReadonlyArray<string>) =>
  Effect.map(pepper.mac(signed(purpose, parts)), (mac) => mac.slice(0, digits))

/** Was this signed so, under a pepper that is live? In constant time. */
export const isSigned = (
  pepper: Pepper["Service"],
  signature: string,
  purpose: string,
  ...parts: ReadonlyArray<string>
) =>
  Effect.map(pepper.macs(signed(purpose, parts)), (macs) =>
    matchesAny(
      macs.map((mac) => mac.slice(0, digits)),
      signature
    )
  )
