/** A duration as text for messages: `50 ms`, `2 s`. */
export const durationText = (millis: number): string =>
  millis < 1_000 ? `${millis} ms` : `${millis / 1_000} s`
