// A request that a server has in progress: what is noted for its response.
import { CurrentRequest } from "@leadline/core/internal"
import * as Effect from "effect/Effect"

type Headers = { readonly [name: string]: string }

/** The response headers that were set, and the request for the service that is asked. */
export const servedRequest = () => {
  const headers: { [name: string]: string } = {}
  const addHeaders = (of: (own: Headers) => Headers) => Object.assign(headers, of(headers))
  const current = { engine: undefined, attempts: 0, addHeaders }
  return {
    headers,
    notices: () => headers["x-leadline-notice"]?.split(", ") ?? [],
    provide: Effect.provideService(CurrentRequest, current as never)
  }
}
