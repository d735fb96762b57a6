// What came of the streams, in words.
import { inMebibytes } from "../processStats.ts"
import { events } from "./numberedChat.ts"
import type { Streamed, Wish } from "./run.ts"

/** What is wrong; nothing, when no event was lost. */
export const faultsOf = (streamed: Streamed, { streams }: Wish): ReadonlyArray<string> => {
  const lost = streams * (events + 1) - streamed.events
  return [
    ...(streamed.whole === streams ? [] : [`${streams - streamed.whole} streams are not whole`]),
    ...(lost === 0 ? [] : [`${lost} events are lost`]),
    ...[...streamed.faults].map(([fault, times]) => `${times} x ${fault}`)
  ]
}

/** All that was seen. */
export const report = (streamed: Streamed, wish: Wish): string =>
  [
    `${wish.streams} streams, ${streamed.atOnce} open at once, in ${(streamed.milliseconds / 1_000).toFixed(1)} s`,
    `${streamed.events} events in order, ${wish.streams * (events + 1) - streamed.events} lost; ` +
      `${streamed.whole} streams with their end mark`,
    `memory of the server at most ${inMebibytes(streamed.memory)}`
  ].join("\n")
