// The result of the streams test as text.
import { formatMebibytes } from "../processStats.ts"
import { textEvents } from "./numberedChat.ts"
import type { StreamsResult, StreamsOptions } from "./run.ts"

/** What went wrong; empty if no event was lost. */
export const problemsIn = (streamed: StreamsResult, { streams }: StreamsOptions): ReadonlyArray<string> => {
  const lost = streams * (textEvents + 1) - streamed.events
  return [
    ...(streamed.whole === streams ? [] : [`${streams - streamed.whole} streams are not whole`]),
    ...(lost === 0 ? [] : [`${lost} events are lost`]),
    ...[...streamed.faults].map(([fault, times]) => `${times} x ${fault}`)
  ]
}

/** The whole report. */
export const report = (streamed: StreamsResult, wish: StreamsOptions): string =>
  [
    `${wish.streams} streams, ${streamed.atOnce} open at once, in ${(streamed.milliseconds / 1_000).toFixed(1)} s`,
    `${streamed.events} events in order, ${wish.streams * (textEvents + 1) - streamed.events} lost; ` +
      `${streamed.whole} streams with their end mark`,
    `memory of the server at most ${formatMebibytes(streamed.memory)}`
  ].join("\n")
