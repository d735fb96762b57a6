// What a transport may tell the client beyond what HttpClient says.
// Source: none; the shape of the library itself.
import * as Context from "effect/Context"
import type { Phase } from "../errors/ApiError.ts"

/** One HTTP request on its way. A transport that sees more than its end moves `phase` on. */
export interface Attempt {
  phase: Phase
}

/** The attempt at hand. It starts at `headers`: all that most runtimes tell before an answer begins. */
export const Attempt = Context.Reference<Attempt>("@leadline/core/http/Transport/Attempt", {
  defaultValue: () => ({ phase: "headers" })
})

/** Content codings the transport undoes by itself, unasked. Default none: any coding is an error then. */
export const Codings = Context.Reference<ReadonlyArray<string>>("@leadline/core/http/Transport/Codings", {
  defaultValue: () => []
})
