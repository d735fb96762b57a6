// The body of an answer, counted as it arrives and never parsed before it is known to be harmless.
// Source: none; Assumed: ours, the document bounds requests only.
import * as Effect from "effect/Effect"
import type { HttpClientError } from "effect/http/HttpClientError"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import * as Stream from "effect/Stream"
import * as ApiError from "../errors/ApiError.ts"
import * as limits from "./clientLimits.ts"
import { makeScan } from "./scan.ts"

type Reason = NonNullable<ApiError.InvalidResponseError["reason"]>

/** An answer that cannot be used. */
export const unusable = (reason: Reason, message: string): ApiError.InvalidResponseError =>
  new ApiError.InvalidResponseError({ message, reason, phase: "body", sent: true })

const tooLarge = (bytes: number) => unusable("tooLarge", `The answer is over ${bytes} bytes.`)

const bytesOf = Effect.fnUntraced(function* (
  response: HttpClientResponse,
  limit: number,
  check: (chunk: Uint8Array) => ApiError.ApiError | undefined
) {
  if (Number(response.headers["content-length"] ?? 0) > limit) return yield* tooLarge(limit)
  const chunks: Array<Uint8Array> = []
  let size = 0
  yield* Stream.runForEach(response.stream, (chunk) => {
    size += chunk.length
    chunks.push(chunk)
    const problem = size > limit ? tooLarge(limit) : check(chunk)
    return problem === undefined ? Effect.void : Effect.fail(problem)
  }).pipe(
    Effect.catchIf(
      (error): error is HttpClientError =>
        error._tag === "HttpClientError" && error.reason._tag === "EmptyBodyError",
      () => Effect.void
    )
  )
  return chunks
})

const textOf = (chunks: ReadonlyArray<Uint8Array>) =>
  Stream.mkString(Stream.decodeText(Stream.fromIterable(chunks)))

const parse = (text: string) =>
  Effect.try({
    // The parser's own message quotes the text, so it goes nowhere.
    try: (): unknown => JSON.parse(text),
    catch: () => unusable("json", "The answer is not valid JSON.")
  })

/** The JSON of an answer: at most 64 MiB, strict UTF-8, nested at most 128 deep. Its type need not say JSON. */
export const readJson = Effect.fnUntraced(function* (response: HttpClientResponse) {
  if (/\bx?html\b/i.test(response.headers["content-type"] ?? "")) {
    return yield* unusable("content", "The answer is an HTML page: check the base URL.")
  }
  const scan = makeScan({ maxDepth: limits.depth, maxMembers: Infinity })
  const chunks = yield* bytesOf(response, limits.answer, (chunk) => problemOf(scan.push(chunk)))
  const problem = problemOf(scan.end())
  if (problem !== undefined) return yield* problem
  const text = yield* textOf(chunks)
  if (text.trim() === "") return yield* unusable("empty", "The answer is empty.")
  if (text.startsWith("<")) return yield* unusable("content", "The answer is markup: check the base URL.")
  if (text.slice(0, 4).includes("\0")) return yield* unusable("utf8", "The answer is not UTF-8.")
  return yield* parse(text)
})

const problemOf = (problem: "depth" | "members" | "utf8" | undefined) =>
  problem === undefined
    ? undefined
    : problem === "utf8"
      ? unusable("utf8", "The answer is not valid UTF-8.")
      : unusable("depth", `The answer is nested deeper than ${limits.depth} levels.`)

/** The start of an error's body as far as it is of use; a body that breaks, stalls or swells says nothing. */
export const readWords = (response: HttpClientResponse): Effect.Effect<string> =>
  bytesOf(response, limits.errorBody, () => undefined).pipe(
    Effect.flatMap(textOf),
    Effect.timeoutOrElse({ duration: limits.errorBodyWait, orElse: () => Effect.succeed("") }),
    Effect.orElseSucceed(() => "")
  )
