/**
 * Bytes to text, in core, which has no `TextDecoder` of its own.
 *
 * Source: §8.
 */
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

/**
 * Assumed: ours. Decodes UTF-8 and drops one byte order mark; wrong bytes become U+FFFD, so scan them first. Never
 * fails. A response is asked for its text because that decodes in one native step: 32 MiB in about 25 ms, where
 * `Channel.decodeText` takes 120 ms or more and keeps ASCII at two bytes a character.
 */
export const decodeText = (bytes: Uint8Array): Effect.Effect<string> =>
  Effect.orDie(HttpServerResponse.toClientResponse(HttpServerResponse.uint8Array(bytes)).text)
