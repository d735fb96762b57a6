// The header by which an engine says what it could not use of a request.
// Assumed: ours, a header of this server.
import * as Effect from "effect/Effect"
import { CurrentRequest } from "./ServedRequest.ts"

/** The header. */
export const noticeHeader = "x-leadline-notice"

/**
 * What the engine did not use of the request: images and files that it cannot see, filters that its search service
 * lacks.
 */
export type Notice = "images-ignored" | "files-ignored" | "filters-ignored"

/** Adds a notice to the answer of the current HTTP request; does nothing outside one. */
export const addNotice = (notice: Notice): Effect.Effect<void> =>
  Effect.withFiber((fiber) =>
    Effect.sync(() => fiber.getRef(CurrentRequest)?.addHeaders(() => ({ [noticeHeader]: notice })))
  )
