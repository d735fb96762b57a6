// A configuration that cannot be used.
import * as Data from "effect/Data"

/** One line for the operator: file, line, path of the setting, and what was expected. It never holds a secret. */
export class ConfigurationError extends Data.TaggedError("ConfigurationError")<{
  readonly message: string
}> {}
