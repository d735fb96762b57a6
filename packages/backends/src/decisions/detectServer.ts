// Finds out which server a backend is: asked once, at the first request. What it answers decides, not its address.
import type { ApiError } from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import type { JsonClient } from "../http/JsonClient.ts"
import { valueAt } from "../json/unknownJson.ts"

const isAnswer = ({ _tag, status }: ApiError): boolean =>
  status !== undefined || _tag === "InvalidResponseError"

/** The answer at a path, or undefined where the server has none. Fails where nothing answers. */
export const answerAt = (client: JsonClient, path: string): Effect.Effect<unknown, ApiError> =>
  Effect.catchIf(client.probe({ path }), isAnswer, () => Effect.void)

/** Who owns the first model of a model list, as `vllm`. */
export const ownerOf = (list: unknown): unknown => valueAt(list, "data", 0, "owned_by")

/**
 * The server, remembered once it has answered. While nothing answers it counts as `unknown`, and the next request asks
 * again.
 */
export const detectOnce = <S extends string>(
  detect: Effect.Effect<S, ApiError>
): Effect.Effect<S | "unknown"> => {
  let known: S | undefined
  const oneAtATime = Semaphore.makeUnsafe(1)
  const ask = Effect.suspend((): Effect.Effect<S | "unknown"> => {
    if (known !== undefined) return Effect.succeed(known)
    const asked = Effect.map(detect, (server) => (known = server))
    return Effect.orElseSucceed(asked, () => "unknown" as const)
  })
  return Effect.suspend(() => (known === undefined ? oneAtATime.withPermit(ask) : Effect.succeed(known)))
}
