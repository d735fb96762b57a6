/**
 * Bytes to text, in core, which has no `TextDecoder` of its own.
 *
 * Source: §8.
 */
import * as Channel from "effect/Channel"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const decoded = <E, R>(pieces: Stream.Stream<Uint8Array, E, R>): Effect.Effect<string, E, R> =>
  pieces.pipe(
    // Decoders differ in what they do to a second mark, so the one that may go is dropped here.
    Stream.pipeThroughChannel(Channel.decodeText("utf-8", { fatal: true, ignoreBOM: true })),
    Stream.mkString,
    Effect.map((text) => (text.startsWith("\ufeff") ? text.slice(1) : text))
  )

/** Assumed: ours. Decodes UTF-8 and drops one byte order mark. Wrong bytes are a defect: scan them first. */
export const decodeText = (bytes: Uint8Array): Effect.Effect<string> => decoded(Stream.make(bytes))

/** The same for bytes in pieces; others are served between them. */
export const decodePieces = (pieces: ReadonlyArray<Uint8Array>): Effect.Effect<string> =>
  decoded(Stream.tap(Stream.fromIterable(pieces, { chunkSize: 1 }), () => Effect.yieldNow))
