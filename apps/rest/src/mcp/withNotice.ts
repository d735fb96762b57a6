// The notice that an engine leaves with a call: headers of the message belong to all calls of a batch.
import { CurrentRequest, localRequest, noticeHeader, requestOver } from "@leadline/core/internal"
import * as Effect from "effect/Effect"
import type { Answer } from "./tools.ts"

/** Adds its notice to the answer of a call. */
export const withNotice = (call: Effect.Effect<Answer>): Effect.Effect<Answer> =>
  Effect.withFiber((fiber) => {
    const headers: { [name: string]: string } = {}
    const request = fiber.getRef(CurrentRequest) ?? localRequest()
    const watched = requestOver(request, {
      addHeaders: (add) => {
        Object.assign(headers, add(headers))
        request.addHeaders(add)
      }
    })
    return Effect.map(Effect.provideService(call, CurrentRequest, watched), (answer): Answer => ({
      ...answer,
      notice: headers[noticeHeader]
    }))
  })
