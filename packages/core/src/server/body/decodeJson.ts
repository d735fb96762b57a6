// Decodes a JSON body and checks it by the schema of its route. A heavy one is worked on cooperatively.
// Source: §7.1, §7.2.
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import type * as SchemaIssue from "effect/SchemaIssue"
import * as SchemaParser from "effect/SchemaParser"
import * as ApiError from "../../errors/ApiError.ts"
import { withoutStack } from "../../errors/withoutStack.ts"
import { concatBytes } from "../../protocol/byteChunks.ts"
import { incrementalParse } from "../../protocol/json/incrementalParse.ts"
import { decodeChunks, chunksOfText } from "../../protocol/json/TextReader.ts"
import { decodeStrict } from "../../protocol/utf8.ts"
import { runCooperatively } from "../../scheduling/cooperative.ts"
import { makeQueues } from "../../scheduling/queuesByName.ts"
import { yieldFairly } from "../../scheduling/yieldFairly.ts"
import { makeValidator } from "../../schema/validator.ts"
import { callerGroup } from "../Caller.ts"
import { checkInSlices } from "./incrementalValidate.ts"

/** The JSON body of a route. */
export interface JsonBody {
  readonly schema: Schema.Codec<unknown>
  readonly options: SchemaAST.ParseOptions
  /** An empty body means `{}`. */
  readonly isOptional: boolean
}

/** A decoded body, which fits its schema, and the characters of its text. */
export interface DecodedBody {
  readonly value: unknown
  readonly length: number
}

/** The refusal of a text that is not JSON, with the byte at which it stops being JSON. */
const malformed = (errorAt: number, isEmpty = false): ApiError.InvalidRequestError =>
  new ApiError.InvalidRequestError({
    message: isEmpty ? "The body is empty: expected JSON" : `The body is not valid JSON, at byte ${errorAt}`,
    issues: [{ path: [errorAt], message: "JSON decode error", code: "json_invalid" }]
  })

const invalid = (issue: SchemaIssue.Issue): ApiError.InvalidRequestError => ApiError.invalidRequest({ issue })

/** Fails with the place where a text stops being JSON. */
const refuse = (text: string): Effect.Effect<never, ApiError.InvalidRequestError> =>
  Effect.flatMap(runCooperatively(incrementalParse(chunksOfText(text))), (found) =>
    Effect.fail(malformed("errorAt" in found ? found.errorAt : 0, text === ""))
  )

const inQueue = makeQueues()

/** Heavy bodies of a group are worked on one after the other, because their memory would add up. */
const oneAtATime = <A, E>(work: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.withFiber(({ context }) => inQueue(callerGroup(context))(work))

/** Makes the decoder of a route's body. */
export const makeDecodeJson = ({ isOptional, options, schema }: JsonBody) => {
  const isFit = makeValidator(schema, "parsed")
  const decode = SchemaParser.decodeUnknownResult(schema, options)

  const decodeLight = (
    chunks: ReadonlyArray<Uint8Array>
  ): Effect.Effect<DecodedBody, ApiError.InvalidRequestError> => {
    const text = decodeStrict(concatBytes(chunks))
    const { length } = text
    let value: unknown
    try {
      value = JSON.parse(text === "" && isOptional ? "{}" : text)
    } catch {
      return refuse(text)
    }
    if (isFit(value)) return Effect.succeed({ value, length })
    // A refusal is an answer like others.
    const decoded = withoutStack(() => Result.mapError(decode(value), invalid))
    return Effect.fromResult(Result.map(decoded, (checked) => ({ value: checked, length })))
  }

  const decodeHeavy = Effect.fnUntraced(function* (chunks: Array<Uint8Array>) {
    const parsed = yield* runCooperatively(incrementalParse(decodeChunks(chunks)))
    if ("errorAt" in parsed) return yield* malformed(parsed.errorAt)
    yield* yieldFairly
    const found = yield* runCooperatively(checkInSlices(schema, parsed, options))
    if ("error" in found) return yield* ApiError.invalidRequest(found.error)
    yield* yieldFairly
    const { length } = parsed
    if (!found.fits) {
      const value = yield* Effect.fromResult(Result.mapError(decode(parsed.value), invalid))
      return { value, length } satisfies DecodedBody
    }
    return { value: parsed.value, length } satisfies DecodedBody
  })

  /** The chunks are emptied while a heavy body is parsed, so that it is not in memory twice. */
  return (
    chunks: Array<Uint8Array>,
    isHeavy: boolean
  ): Effect.Effect<DecodedBody, ApiError.InvalidRequestError> =>
    isHeavy ? oneAtATime(decodeHeavy(chunks)) : decodeLight(chunks)
}
