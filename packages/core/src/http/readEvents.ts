// The stream of an answer of effect's HttpClient.
// Source: §6.
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import * as Stream from "effect/Stream"
import { broken } from "./broken.ts"
import { makeEventBody, type Waits } from "./EventBody.ts"
import { isEventStream, misplaced } from "./eventValue.ts"
import { readWords } from "./readBody.ts"

export type { Waits } from "./EventBody.ts"

/** The JSON of every event of an answer. Fails with what is wrong with the head. */
export const readEvents = Effect.fnUntraced(function* (response: HttpClientResponse, waits: Waits) {
  const type = response.headers["content-type"] ?? ""
  if (!isEventStream(type)) return yield* misplaced(type, yield* readWords(response))
  let proceed: () => void = () => undefined
  let abort: () => void = () => undefined
  const body = makeEventBody({ abort: () => abort(), resume: () => proceed() })
  const paused = Effect.callback<void>((resume) => {
    proceed = () => resume(Effect.void)
  })
  const stream = yield* body.open(waits)
  const pump = yield* Effect.forkDetach(
    Stream.runForEach(response.stream, (bytes) => (body.push(bytes) ? Effect.void : paused)).pipe(
      Effect.catchIf(
        (error) => error.reason._tag === "EmptyBodyError",
        () => Effect.void
      ),
      Effect.match({
        onFailure: (error) => body.fail(broken(error, "stream")),
        onSuccess: () => body.end()
      })
    )
  )
  abort = () => pump.interruptUnsafe()
  return stream
})
