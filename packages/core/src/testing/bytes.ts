// Text and bytes, for scripts and recordings.
import * as Base64 from "effect/encoding/Base64"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

declare const TextEncoder: new () => { readonly encode: (text: string) => Uint8Array }
declare const TextDecoder: new (
  label: "utf-8",
  options: { readonly fatal: true; readonly ignoreBOM: true }
) => { readonly decode: (bytes: Uint8Array) => string }

/** Text as UTF-8. */
export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** UTF-8 as text, with a byte order mark; undefined for invalid bytes. */
export const textOf = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Bytes as Latin-1 text: one character per byte. */
export const latinOf = (bytes: Uint8Array): string => {
  let text = ""
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}

/** The bytes of Latin-1 text. */
export const fromLatin = (text: string): Uint8Array => Uint8Array.from(text, (sign) => sign.charCodeAt(0))

/** Bytes as base64. */
export const base64Of = (bytes: Uint8Array): string => Base64.encode(bytes)

/** The bytes of base64; undefined for another text. */
export const fromBase64 = (text: string): Uint8Array | undefined => Result.getOrUndefined(Base64.decode(text))

const isJson = Schema.is(Schema.Json)

/** The value of a JSON text; undefined for another text, one nested too deep, or with a number that JSON cannot write. */
export const jsonOf = (text: string): Schema.Json | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isJson(value) ? value : undefined
  } catch {
    return undefined
  }
}
