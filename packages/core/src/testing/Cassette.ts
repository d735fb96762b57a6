// The file of a recording: its form, and how one is read.
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { invalidResponse, issueText } from "../errors/ApiError.ts"
import { Phase } from "../errors/fields.ts"
import { fromBase64, jsonOf } from "./bytes.ts"

/** The version of the form that this package writes, and the only one it reads. */
export const version = 1

const Texts = Schema.Record(Schema.String, Schema.String)

const Base64 = Schema.String.check(
  Schema.makeFilter((text) => fromBase64(text) !== undefined, { expected: "base64" })
)

/** A body, as the first of these that can hold it: JSON, frames of an event stream, text, bytes. */
export const CassetteBody = Schema.Union([
  Schema.Struct({ json: Schema.Json }),
  Schema.Struct({ events: Schema.Array(Schema.String) }),
  Schema.Struct({ text: Schema.String }),
  Schema.Struct({ base64: Base64 })
]).annotate({ expected: "one of json, events, text and base64" })

/** {@link CassetteBody}, readonly. */
export type CassetteBody = typeof CassetteBody.Type

/** A request, without the key. */
export const CassetteRequest = Schema.Struct({
  method: Schema.String,
  /** Without base URL and query. */
  path: Schema.String,
  query: Schema.optionalKey(Texts),
  /** Lower-case names, without those that hold secrets. */
  headers: Schema.optionalKey(Texts),
  /** Absent when none was sent. */
  body: Schema.optionalKey(CassetteBody)
})

/** {@link CassetteRequest}, readonly. */
export type CassetteRequest = typeof CassetteRequest.Type

/** What came back of an answer. */
export const CassetteAnswer = Schema.Struct({
  /** Of HTTP. */
  status: Schema.Int,
  headers: Schema.optionalKey(Texts),
  /** As far as it came. */
  body: Schema.optionalKey(CassetteBody)
})

/** {@link CassetteAnswer}, readonly. */
export type CassetteAnswer = typeof CassetteAnswer.Type

/** One request and what became of it. */
export const CassetteExchange = Schema.Struct({
  request: CassetteRequest,
  /** Absent when nothing came. */
  answer: Schema.optionalKey(CassetteAnswer),
  /** How it broke. Absent when it ended well, or when the client left it. */
  broken: Schema.optionalKey(Schema.Struct({ code: Schema.String, phase: Schema.optionalKey(Phase) })),
  /** The client left it before its end, as at a deadline or after the last event. */
  left: Schema.optionalKey(Schema.Literal(true))
}).check(
  Schema.makeFilter(
    ({ answer, broken, left }) => answer !== undefined || broken !== undefined || left === true,
    {
      expected: "an answer, what broke it, or that it was left"
    }
  )
)

/** {@link CassetteExchange}, readonly. */
export type CassetteExchange = typeof CassetteExchange.Type

/** A recording. */
export const Cassette = Schema.Struct({
  version: Schema.Literal(version),
  exchanges: Schema.Array(CassetteExchange)
})

/** {@link Cassette}, readonly. */
export type Cassette = typeof Cassette.Type

const decode = Schema.decodeUnknownResult(Schema.toType(Cassette), {
  errors: "all",
  onExcessProperty: "error"
})

/** Reads a recording, as JSON text or as the value of it. Throws a TypeError that says what is wrong with it. */
export const readCassette = (given: unknown): Cassette => {
  const value = typeof given === "string" ? jsonOf(given) : given
  if (!Predicate.isObject(value) || !Predicate.isNumber(value["version"])) {
    throw new TypeError("This is no recording: an object with a version was expected.")
  }
  if (value["version"] !== version) {
    throw new TypeError(
      `The recording is of version ${value["version"]}, this package reads ${version}: ` +
        (value["version"] > version ? "update @leadline/core or record again." : "record again.")
    )
  }
  const result = decode(value)
  if (Result.isSuccess(result)) return result.success
  const { issues = [] } = invalidResponse(result.failure)
  throw new TypeError(`The recording is damaged: ${issues.slice(0, 5).map(issueText).join("; ")}`)
}
