// Removes keys from recorded requests and responses.
// Source: §2.5, §5.7.
import * as Predicate from "effect/Predicate"
import type * as Schema from "effect/Schema"
import { base64Of, fromBase64, fromLatin, latinOf } from "./bytes.ts"
import type { CassetteBody } from "./Cassette.ts"

/** The placeholder of a key. */
export const redacted = "redacted"

/** The field of a body that has a key in plain text. */
const keyField = "auth_token"

const isList = (value: Schema.Json): value is ReadonlyArray<Schema.Json> => Array.isArray(value)

/** Scrubs all strings and names of a JSON value; the value of `auth_token` is replaced as a whole. */
const scrubJson = (value: Schema.Json, scrub: Scrub): Schema.Json => {
  if (typeof value === "string") return scrub.value(value)
  if (isList(value)) return value.map((item) => scrubJson(item, scrub))
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      scrub.text(name),
      name === keyField && typeof inner === "string" ? redacted : scrubJson(inner, scrub)
    ])
  )
}

/** All keys in a JSON value. */
export const keysIn = (value: unknown): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap(keysIn)
  if (!Predicate.isObject(value)) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name === keyField && typeof inner === "string" && inner !== redacted ? [inner] : keysIn(inner)
  )
}

/** The secrets in the headers of a request. */
export const keysOf = (headers: { readonly [name: string]: string }): ReadonlyArray<string> =>
  Object.entries(headers).flatMap(([name, value]) =>
    /authorization$|^x-api-key$/i.test(name) ? [value.replace(/^(Bearer|Basic) /i, "")] : []
  )

/** The forms of a text in a body: plain, in JSON, in a URL. */
const forms = (secret: string): ReadonlyArray<string> => {
  const inJson = JSON.stringify(secret).slice(1, -1)
  return [secret, inJson, inJson.replaceAll("/", "\\/"), encodeURIComponent(secret)]
}

/** Characters: shorter keys can occur in a text by chance, and are only replaced as a whole value. */
const shortest = 8

/** Removes keys from texts. */
export interface Scrub {
  /** From a value, which may be a key as a whole. */
  readonly value: (text: string) => string
  /** From a text that may contain a key, as a name or a page. */
  readonly text: (text: string) => string
}

/** Removes these keys. */
export const scrubber = (secrets: Iterable<string>): Scrub => {
  const whole = new Set([...secrets].filter((secret) => secret !== ""))
  const sought = [...new Set([...whole].filter(({ length }) => length >= shortest).flatMap(forms))].toSorted(
    (a, b) => b.length - a.length
  )
  const text = (given: string) => sought.reduce((left, secret) => left.replaceAll(secret, redacted), given)
  return { value: (given) => (whole.has(given) ? redacted : text(given)), text }
}

/** Replaces keys in a body. */
export const scrubBody = (body: CassetteBody, scrub: Scrub): CassetteBody => {
  if ("json" in body) return { json: scrubJson(body.json, scrub) }
  if ("events" in body) {
    const whole = scrub.text(body.events.join(""))
    return whole === body.events.join("") ? body : { events: framesOf(whole) }
  }
  if ("text" in body) return { text: scrub.value(body.text) }
  const latin = latinOf(fromBase64(body.base64) ?? new Uint8Array())
  const clean = scrub.text(latin)
  return clean === latin ? body : { base64: base64Of(fromLatin(clean)) }
}

/** The events of a stream, each with the blank line that ends it; joined they are the text again. */
export const framesOf = (text: string): ReadonlyArray<string> =>
  text.match(/[^]*?(?:\r\n\r\n|\n\n|\r\r)|[^]+$/g) ?? []
