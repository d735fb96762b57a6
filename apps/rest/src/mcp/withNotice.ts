// The notice that an engine leaves with a call: headers of the message belong to all calls of a batch.
import { CurrentRequest, noticeHeader, type ServedRequest } from "@leadline/core/internal"
import * as Effect from "effect/Effect"
import type { Answer } from "./tools.ts"

type Headers = { [name: string]: string }

/** As the request, but that the headers which are added to it are kept as well. */
const watched = (request: ServedRequest, headers: Headers): ServedRequest => ({
  id: request.id,
  remoteAddress: request.remoteAddress,
  addHeaders: (add) => {
    Object.assign(headers, add(headers))
    request.addHeaders(add)
  },
  get engine() {
    return request.engine
  },
  set engine(engine) {
    request.engine = engine
  },
  get attempts() {
    return request.attempts
  },
  set attempts(attempts) {
    request.attempts = attempts
  },
  get answeredBy() {
    return request.answeredBy
  }
})

/** Where no HTTP request is answered. */
const none: ServedRequest = {
  id: "",
  remoteAddress: undefined,
  addHeaders: () => undefined,
  engine: undefined,
  attempts: 0
}

/** Adds its notice to the answer of a call. */
export const withNotice = (call: Effect.Effect<Answer>): Effect.Effect<Answer> =>
  Effect.withFiber((fiber) => {
    const headers: Headers = {}
    const request = fiber.getRef(CurrentRequest) ?? { ...none }
    return Effect.map(
      Effect.provideService(call, CurrentRequest, watched(request, headers)),
      (answer): Answer => ({ ...answer, notice: headers[noticeHeader] })
    )
  })
