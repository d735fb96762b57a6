// The one failure of opening and preparing a store, in a line for the person who starts the server.
// Source: §3, §5; Assumed: ours, the document says nothing of stores.
import * as Schema from "effect/Schema"

/**
 * The store cannot be used: a missing directory, a file that is no database, a refused key.
 * The message is whole: print it without a stack. It holds no key and no pepper.
 */
export class StoreError extends Schema.TaggedError<StoreError>()("StoreError", {
  message: Schema.String
}) {}
