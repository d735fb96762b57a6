// Asks a backend for the cheapest thing that it has: whether it is there again.
import * as Client from "@leadline/core/client"
import type * as ApiError from "@leadline/core/errors"
import { RequestExecutor } from "@leadline/core/internal"
import type { Transport } from "@leadline/core/transport"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { layerExecutor } from "./backendExecutor.ts"
import * as limits from "./limits.ts"

/** Is the error of a probe an answer all the same: a refused key, a missing path, a page? */
const isAnswer = ({ _tag, status }: ApiError.ApiError): boolean =>
  _tag === "InvalidResponseError" || (status !== undefined && status < 500)

/** Makes a probe by a path, which waits for no calls of the backend. */
export const makeProbe = (
  options: Client.ClientOptions,
  path: string
): Effect.Effect<Effect.Effect<boolean>, never, Transport | Scope.Scope> =>
  Effect.map(
    Layer.build(layerExecutor({ ...options, timeout: limits.probeTimeout, maxRetries: 0, logLevel: "off" })),
    (context) =>
      Client.request({ method: "GET", path }).pipe(
        Effect.provideService(RequestExecutor, Context.get(context, RequestExecutor)),
        Effect.match({ onSuccess: () => true, onFailure: isAnswer })
      )
  )
