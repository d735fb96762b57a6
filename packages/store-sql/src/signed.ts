// Short texts that come back unchanged or not at all: page tokens and addresses of downloads.
// Source: §4.4; Assumed: ours for the form of an opaque value.
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { type Pepper, same } from "./pepper.ts"

const digits = 32

/**
 * 128 bits of a MAC over a purpose and parts, under the pepper. No part may hold a blank: blanks part them, so
 * that no two lists of parts are the same text, and none is the text of a key, which holds no blank.
 */
export const sign = (pepper: Pepper["Service"], purpose: string, ...parts: ReadonlyArray<string>) =>
  Effect.map(pepper.mac(Redacted.make([purpose, ...parts].join(" "))), (mac) => mac.slice(0, digits))

/** Was this signed so? In constant time. */
export const isSigned = (
  pepper: Pepper["Service"],
  signature: string,
  purpose: string,
  ...parts: ReadonlyArray<string>
) => Effect.map(sign(pepper, purpose, ...parts), (expected) => same(expected, signature))
