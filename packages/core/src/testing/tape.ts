// Converts requests and responses to their recorded form, for recording and for comparison.
import type * as Schema from "effect/Schema"
import { boundaryOf, contentType } from "../protocol/multipart.ts"
import { base64Of, fromBase64, fromLatin, jsonOf, latinOf, textOf, utf8 } from "./bytes.ts"
import type { CassetteBody, CassetteExchange, CassetteRequest } from "./Cassette.ts"
import { framesOf, type Scrub, scrubBody } from "./secrets.ts"
import type { SentRequest } from "./SentRequest.ts"
import type { Wire } from "./Step.ts"

type Texts = { readonly [name: string]: string }

/** The boundary is random in each request, so a recording has this one. */
const boundary = "boundary"

const sortedTexts = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).toSorted(([a], [b]) => (a < b ? -1 : 1)))

const isList = (value: Schema.Json): value is ReadonlyArray<Schema.Json> => Array.isArray(value)

/** A JSON value with sorted names. */
const sorted = (value: Schema.Json): Schema.Json => {
  if (isList(value)) return value.map(sorted)
  if (value === null || typeof value !== "object") return value
  const entries = Object.entries(value).map(([name, inner]) => [name, sorted(inner)] as const)
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** A body by its content type; undefined when it is empty. */
export const bodyOf = (bytes: Uint8Array, type: string): CassetteBody | undefined => {
  if (bytes.length === 0) return undefined
  const text = textOf(bytes)
  if (text === undefined) return { base64: base64Of(bytes) }
  const json = /json/i.test(type) ? jsonOf(text) : undefined
  if (json !== undefined) return { json }
  return /^text\/event-stream/i.test(type) ? { events: framesOf(text) } : { text }
}

/** The bytes of a body. */
const bytesOf = (body: CassetteBody | undefined): ReadonlyArray<Uint8Array> => {
  if (body === undefined) return []
  if ("json" in body) return [utf8(JSON.stringify(body.json))]
  if ("events" in body) return body.events.map(utf8)
  return ["text" in body ? utf8(body.text) : (fromBase64(body.base64) ?? new Uint8Array())]
}

const sentBody = (body: SentRequest["body"], type: string): CassetteBody | undefined => {
  if (body === undefined) return undefined
  if (!(body instanceof Uint8Array)) return { json: sorted(body) }
  const own = boundaryOf(type)
  return bodyOf(own === undefined ? body : fromLatin(latinOf(body).replaceAll(own, boundary)), type)
}

/** Leaves out what is empty. */
const filled = (texts: Texts): Texts | undefined => (Object.keys(texts).length === 0 ? undefined : texts)

/** The headers of these names, in order. */
export const picked = (headers: Texts, names: ReadonlyArray<string>): Texts | undefined =>
  filled(sortedTexts(Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)))))

/** The recorded form of a request, with the named headers, or all. */
export const requestOf = (request: SentRequest, names?: ReadonlyArray<string>): CassetteRequest => {
  const type = request.headers["content-type"] ?? ""
  const headers = boundaryOf(type) === undefined ? {} : { "content-type": contentType(boundary) }
  const kept = picked({ ...request.headers, ...headers }, names ?? Object.keys(request.headers))
  const query = filled(sortedTexts(request.query))
  const body = sentBody(request.body, type)
  return {
    method: request.method,
    path: request.path,
    ...(query && { query }),
    ...(kept && { headers: kept }),
    ...(body && { body })
  }
}

const scrubTexts = (texts: Texts, scrub: Scrub): Texts =>
  Object.fromEntries(Object.entries(texts).map(([name, value]) => [scrub.text(name), scrub.value(value)]))

const scrubParts = <P extends { readonly headers?: Texts; readonly body?: CassetteBody }>(
  part: P,
  scrub: Scrub
): P => ({
  ...part,
  ...(part.headers && { headers: scrubTexts(part.headers, scrub) }),
  ...(part.body && { body: scrubBody(part.body, scrub) })
})

/** A request without keys. */
export const scrubRequest = (request: CassetteRequest, scrub: Scrub): CassetteRequest => ({
  ...scrubParts(request, scrub),
  path: scrub.text(request.path),
  ...(request.query && { query: scrubTexts(request.query, scrub) })
})

/** An exchange without keys. */
export const scrubExchange = (
  { answer, request, ...rest }: CassetteExchange,
  scrub: Scrub
): CassetteExchange => ({
  request: scrubRequest(request, scrub),
  ...(answer && { answer: scrubParts(answer, scrub) }),
  ...rest
})

/** The replay of an exchange. */
export const wireOf = ({ answer, broken, left }: CassetteExchange): Wire => ({
  ...(answer && { head: { status: answer.status, headers: answer.headers ?? {} } }),
  parts: bytesOf(answer?.body),
  ending: broken ?? (left === true ? "silence" : "end")
})
