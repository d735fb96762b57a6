// A call that serves another answer, as the search behind a chat: the request stays that of the backend that answers.
import { CurrentRequest, noticeHeader, type ServedRequest } from "@leadline/core/internal"
import * as Effect from "effect/Effect"

/** Passes on what the caller is to know, and counts what was sent. */
const nested = (request: ServedRequest): ServedRequest => ({
  id: request.id,
  remoteAddress: request.remoteAddress,
  addHeaders: (add) =>
    request.addHeaders((own) => {
      const { [noticeHeader]: notice } = add(own)
      return notice === undefined ? {} : { [noticeHeader]: notice }
    }),
  takeAnswer: (bytes) => request.takeAnswer?.(bytes) ?? true,
  engine: undefined,
  attempts: 0
})

/** Runs a call whose backend is not named as the one that answered. Its notices and attempts count. */
export const nestedCall = <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) => {
    const request = fiber.getRef(CurrentRequest)
    if (request === undefined) return call
    const inner = nested(request)
    return call.pipe(
      Effect.provideService(CurrentRequest, inner),
      Effect.ensuring(Effect.sync(() => void (request.attempts += inner.attempts)))
    )
  })
