// The message of a deadline.

/** `No answer within 50 ms.`, or in seconds from one second on. */
export const noAnswerWithin = (millis: number): string =>
  `No answer within ${millis < 1_000 ? `${millis} ms` : `${millis / 1_000} s`}.`
