/**
 * Bytes to text, in core, which has no strict `TextDecoder` of its own.
 *
 * Source: §8.
 */
import * as Channel from "effect/Channel"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

/** Assumed: ours. Decodes UTF-8 and drops one byte order mark. Wrong bytes are a defect: scan them first. */
export const decodeText = (bytes: Uint8Array): Effect.Effect<string> =>
  Stream.make(bytes).pipe(
    // Decoders differ in what they do to a second mark, so the one that may go is dropped here.
    Stream.pipeThroughChannel(Channel.decodeText("utf-8", { fatal: true, ignoreBOM: true })),
    Stream.mkString,
    Effect.map((text) => (text.startsWith("\ufeff") ? text.slice(1) : text))
  )
