// Code to copy that handles one class of error.
// Source: §7.

const promise = (tag: string): string => `import { isApiError } from "@leadline/core/errors"
import { createClient } from "@leadline/transport-node"

const client = createClient()
try {
  console.log(await client.search.create({ query: "retries" }))
} catch (error) {
  // Not an error of the call: a bug in the program.
  if (!isApiError(error)) throw error
  if (error._tag === "${tag}") {
    console.error("handled:", error.message, error.attempts)
  } else {
    console.error(error._tag, error.message, error.requestId)
  }
}
await client.close()`

const effect = (tag: string): string => `import { Search } from "@leadline/core/search"
import { layerClient } from "@leadline/transport-node"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"

const program = Effect.gen(function* () {
  const search = yield* Search
  yield* Console.log(yield* search.create({ query: "retries" }))
}).pipe(
  Effect.catchTag("${tag}", (error) => Console.error("handled:", error.message, error.attempts)),
  // The type of error no longer includes the one caught above.
  Effect.catch((error) => Console.error(error._tag, error.message, error.requestId))
)

await Effect.runPromise(Effect.provide(program, layerClient()))`

/** Code for an error class, by form. */
export const handling = { Promise: promise, Effect: effect }
