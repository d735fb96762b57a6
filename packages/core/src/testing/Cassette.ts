// The file format of recordings, and its reader.
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { invalidResponse, issueText } from "../errors/ApiError.ts"
import { Phase } from "../errors/fields.ts"
import { fromBase64, jsonOf } from "./bytes.ts"

/** The version of the format that this package writes, and the only one it reads. */
export const version = 1

const Texts = Schema.Record(Schema.String, Schema.String)

const Base64 = Schema.String.check(
  Schema.makeFilter((text) => fromBase64(text) !== undefined, { expected: "base64" })
)

/** A body, in the first of these forms that fits: JSON, events of a stream, text, bytes. */
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

/** A response, as far as it arrived. */
export const CassetteAnswer = Schema.Struct({
  /** The HTTP status. */
  status: Schema.Int,
  headers: Schema.optionalKey(Texts),
  /** As far as it arrived. */
  body: Schema.optionalKey(CassetteBody)
})

/** {@link CassetteAnswer}, readonly. */
export type CassetteAnswer = typeof CassetteAnswer.Type

/** A request and its response. */
export const CassetteExchange = Schema.Struct({
  request: CassetteRequest,
  /** Absent without a response. */
  answer: Schema.optionalKey(CassetteAnswer),
  /** How the connection broke. Absent when it ended normally, or when the client closed it. */
  broken: Schema.optionalKey(Schema.Struct({ code: Schema.String, phase: Schema.optionalKey(Phase) })),
  /** The client closed the connection, for example at a deadline or after the last event. */
  left: Schema.optionalKey(Schema.Literal(true))
}).check(
  Schema.makeFilter(
    ({ answer, broken, left }) => answer !== undefined || broken !== undefined || left === true,
    {
      expected: "an answer, broken, or left"
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

/** Reads a recording from JSON text or its value. Throws a TypeError that says what is wrong with it. */
export const readCassette = (given: unknown): Cassette => {
  const value = typeof given === "string" ? jsonOf(given) : given
  if (!Predicate.isObject(value) || !Predicate.isNumber(value["version"])) {
    throw new TypeError("This is not a recording: expected an object with a version.")
  }
  if (value["version"] !== version) {
    throw new TypeError(
      `The recording has version ${value["version"]}, this package reads ${version}: ` +
        (value["version"] > version ? "update @leadline/core or record again." : "record again.")
    )
  }
  const result = decode(value)
  if (Result.isSuccess(result)) return result.success
  const { issues = [] } = invalidResponse(result.failure)
  throw new TypeError(`The recording is damaged: ${issues.slice(0, 5).map(issueText).join("; ")}`)
}
