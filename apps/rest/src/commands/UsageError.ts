// The command line was not understood: what is wrong with it, as one line. The exit code is 2.
import * as Data from "effect/Data"

/** The message names the flag or argument, and what is expected. It holds no key. */
export class UsageError extends Data.TaggedError("UsageError")<{ readonly message: string }> {}
