// The error of a server or command that cannot start, as one line for the operator.
import * as Data from "effect/Data"

/** The message names the setting or the resource and what to do. It contains no API key. */
export class StartupError extends Data.TaggedError("StartupError")<{
  readonly message: string
  /** The environment variable with an invalid value, if that is the reason. */
  readonly variable?: string
}> {}

/** The error of a file that cannot be opened or read. */
export const unreadable = (file: string, error: unknown): StartupError => {
  const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT"
  return new StartupError({ message: `${file}: ${isMissing ? "does not exist" : "cannot be read"}` })
}
