// Receives JSON for a server, which has others to answer: it is bounded while it arrives, and a large one is parsed with
// pauses.
// Source: §7.1; limits are Assumed: ours.
import * as Effect from "effect/Effect"
import type { ApiError } from "../../errors/ApiError.ts"
import { ByteScanner, type ScanProblem } from "../../protocol/json/ByteScanner.ts"
import { incrementalParse } from "../../protocol/json/incrementalParse.ts"
import { decodeChunks } from "../../protocol/json/TextReader.ts"
import { decodeStrict } from "../../protocol/utf8.ts"
import { runCooperatively } from "../../scheduling/cooperative.ts"
import { bytesPerStep } from "../../scheduling/limits.ts"
import { parseJson } from "../../schema/parseJson.ts"
import { jsonBody, type RequestBody } from "../buildRequest.ts"
import type { Call } from "../Call.ts"
import * as defaults from "../defaults.ts"
import { invalidResponse } from "../errors/invalidResponse.ts"
import type { Operation, RequestExecutor } from "../RequestExecutor.ts"
import { type Complete, invalidJson, invalidUtf8, JsonAttempt, tooDeep, tooLarge } from "./Attempt.ts"

/** The most that a response may have. */
export interface ResponseLimits {
  readonly bytes: number
  /** Commas and colons outside of strings. */
  readonly members: number
  /** Colons wherever they stand, for lists of numbers, which have few names. Default: as many as members. */
  readonly colons?: number
  /** Sees how many bytes have arrived, before each piece is kept, and may refuse them. Default: it does not. */
  readonly refuse?: ((bytes: number) => ApiError | undefined) | undefined
}

const problems: { readonly [P in ScanProblem]: (limits: ResponseLimits) => ApiError } = {
  depth: tooDeep,
  members: ({ members }) =>
    invalidResponse("tooLarge", `The response has over ${members} values, or too many names.`),
  utf8: invalidUtf8
}

class ScannedAttempt extends JsonAttempt {
  private readonly limits: ResponseLimits
  private readonly scanner: ByteScanner
  private colons = 0

  constructor(call: Call, complete: Complete<unknown>, limits: ResponseLimits) {
    super(call, complete)
    this.limits = limits
    this.scanner = new ByteScanner({ maxDepth: defaults.maxJsonDepth, maxMembers: limits.members })
  }

  protected override onSuccessBytes(bytes: Uint8Array): boolean {
    const refusal = this.limits.refuse?.(this.call.bodyBytes)
    if (refusal !== undefined) {
      this.fail(refusal)
      return true
    }
    this.chunks.add(bytes)
    const problem = this.scanner.push(bytes)
    if (this.call.bodyBytes > this.limits.bytes) this.fail(tooLarge(this.limits.bytes))
    else if (problem !== undefined) this.fail(problems[problem](this.limits))
    else if (this.hasManyColons(bytes)) this.fail(problems.members(this.limits))
    return true
  }

  private hasManyColons(bytes: Uint8Array): boolean {
    const { colons = Infinity } = this.limits
    if (colons === Infinity) return false
    for (let at = bytes.indexOf(0x3a); at >= 0 && this.colons <= colons; at = bytes.indexOf(0x3a, at + 1))
      this.colons++
    return this.colons > colons
  }

  protected override onSuccessEnd(): void {
    if (this.scanner.end() !== undefined) return this.fail(invalidUtf8())
    const bytes = this.chunks.take()
    const { members } = this.scanner
    this.close()
    if (this.call.head?.status === 204) return this.succeed(undefined)
    if (bytes.length <= defaults.lightBytes && members <= defaults.lightMembers) {
      const text = decodeStrict(bytes)
      return this.complete(this.parsed(parseJson(text), text))
    }
    this.complete(
      Effect.flatMap(runCooperatively(incrementalParse(decodeChunks(piecesOf(bytes)))), (parsed) =>
        // The beginning is what tells.
        "errorAt" in parsed ? invalidJson(decodeStrict(bytes.subarray(0, 1))) : this.parsed(parsed.value)
      )
    )
  }

  private parsed(value: unknown, text = ""): Effect.Effect<unknown, ApiError> {
    if (value === undefined) return Effect.fail(invalidJson(text))
    this.call.json = value
    return Effect.succeed(value)
  }
}

const piecesOf = (bytes: Uint8Array): Array<Uint8Array> =>
  Array.from({ length: Math.ceil(bytes.length / bytesPerStep) }, (_, at) =>
    bytes.subarray(at * bytesPerStep, (at + 1) * bytesPerStep)
  )

/** Inside a call: sends a request, by default as JSON, and gives the JSON of the response unchecked; undefined for 204. */
export const executeScanned = <Q>(
  { execute }: RequestExecutor["Service"],
  call: Call,
  limits: ResponseLimits,
  operation: Operation,
  request: Q,
  encodeBody: (request: Q) => RequestBody | undefined = jsonBody
): Effect.Effect<unknown, ApiError> =>
  execute(call, operation, request, {
    accept: "application/json",
    encodeBody,
    newAttempt: (current, complete) => new ScannedAttempt(current, complete, limits)
  })
