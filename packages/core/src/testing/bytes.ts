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

/** UTF-8 as text, a byte order mark included; undefined for wrong bytes. */
export const textOf = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Bytes as text of one character each. */
export const latinOf = (bytes: Uint8Array): string => {
  let text = ""
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}

/** The bytes behind such a text. */
export const fromLatin = (text: string): Uint8Array => Uint8Array.from(text, (sign) => sign.charCodeAt(0))

/** Bytes as base64. */
export const base64Of = (bytes: Uint8Array): string => Base64.encode(bytes)

/** The bytes behind base64; undefined when it is none. */
export const fromBase64 = (text: string): Uint8Array | undefined => Result.getOrUndefined(Base64.decode(text))

const isJson = Schema.is(Schema.Json)

/** A JSON text as a value; undefined when it is none, is too deep, or holds a number that JSON cannot write again. */
export const jsonOf = (text: string): Schema.Json | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isJson(value) ? value : undefined
  } catch {
    return undefined
  }
}
