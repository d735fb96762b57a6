// What an engine could not use of a request, told beside the answer.
// Assumed: ours, a header of this server.
import * as Effect from "effect/Effect"
import { tellUnsafe } from "../extraHeaders.ts"

export { type TellBeside, tellUnsafe } from "../extraHeaders.ts"

/** The header, and what it may say. */
export const header = "x-leadline-notice"

/** A part of the request gave no evidence, because the engine cannot see it. */
export type Notice = "images-ignored" | "files-ignored"

/** Tells the caller of the current HTTP request; does nothing outside one. */
export const tell = (notice: Notice): Effect.Effect<void> =>
  Effect.withFiber((fiber) => Effect.sync(() => tellUnsafe(fiber.context, () => ({ [header]: notice }))))
