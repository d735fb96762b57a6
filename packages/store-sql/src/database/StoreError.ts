// The error of opening and preparing a store, for the operator.
import * as Schema from "effect/Schema"

/**
 * The store cannot be used, for example because a directory is missing or a file is not a database. The message is one
 * complete line without API key or pepper: print it without a stack.
 */
export class StoreError extends Schema.TaggedError<StoreError>()("StoreError", {
  message: Schema.String,
  /** True: the database failed. Otherwise what was asked for is not possible. */
  isOutage: Schema.optionalKey(Schema.Boolean),
  /** True: what was named does not exist. */
  isMissing: Schema.optionalKey(Schema.Boolean),
  /** The option whose value is invalid, like `networks`. */
  option: Schema.optionalKey(Schema.String)
}) {}
