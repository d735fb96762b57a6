// One backend's attempt at a request: its headers and the model that answered count only if the caller gets its answer or its error.
import { requestOver, type ServedRequest } from "@leadline/core/internal"

/** An attempt at a request. */
export interface Attempt {
  /** The request, as the backend sees it. */
  readonly request: ServedRequest
  /** Adds the headers that the backend has given, and from now on adds them at once. */
  readonly keepHeaders: () => void
}

/** Begins an attempt. Names of engines and numbers of calls are those of the request itself. */
export const attemptAt = (request: ServedRequest): Attempt => {
  const answeredBy = request.answeredBy && []
  const held: Array<Parameters<ServedRequest["addHeaders"]>[0]> = []
  let isKept = false
  return {
    request: requestOver(request, {
      answeredBy,
      addHeaders: (add) => {
        if (isKept) request.addHeaders(add)
        else held.push(add)
      }
    }),
    keepHeaders: () => {
      isKept = true
      request.answeredBy?.push(...(answeredBy ?? []))
      for (const add of held.splice(0)) request.addHeaders(add)
    }
  }
}
