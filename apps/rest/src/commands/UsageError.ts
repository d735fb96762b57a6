// The error of an invalid command line, as one line. The exit code is 2.
import * as Data from "effect/Data"

/** The message names the flag or argument and what is expected. It contains no API key. */
export class UsageError extends Data.TaggedError("UsageError")<{ readonly message: string }> {}
