// Why the server does not start, as one line for the person who started it.
import * as Data from "effect/Data"

/** The message names the setting or the thing, and what to do. It holds no key. */
export class StartupError extends Data.TaggedError("StartupError")<{
  readonly message: string
  /** The environment variable whose value is wrong, when that is why. */
  readonly variable?: string
}> {}
