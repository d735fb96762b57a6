// Key management as a service: two methods, checked at both ends.
// Source: §2.5, §3, §4.2, §4.3, §5.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as ApiError from "../../errors/ApiError.ts"
import { validateResponse, validateRequest } from "../../validation/validate.ts"
import type { CallResult, EffectMethodTypes, MethodTypes } from "../../validation/methodTypes.ts"
import { ApiKey, GenerateRequest, RevokeRequest } from "./schema.ts"

/**
 * The methods of key management: Effects with {@link EffectMethodTypes}, promises with `PromiseMethodTypes`.
 * Each fails with an `ApiError`.
 */
export interface ApiKeysMethods<T extends MethodTypes> {
  /**
   * Generates a key in the group of the calling one. The response holds the key in plain text, which cannot be
   * retrieved again: keep it secret. Never retried once it may have arrived. `RateLimitError`: too many keys.
   */
  readonly generate: (
    request?: GenerateRequest,
    ...options: T["options"]
  ) => CallResult<T, ApiKey, ApiError.ApiError>
  /**
   * Revokes a key of the calling key's group, from the next request on. It also succeeds for a key that is unknown, of
   * another group, malformed or already revoked. A key that revokes itself and is retried after a broken connection
   * can get an `AuthenticationError`: then it is revoked.
   */
  readonly revoke: (
    request: RevokeRequest,
    ...options: T["options"]
  ) => CallResult<T, void, ApiError.ApiError>
}

/** Key management, the same on client and server. */
export class ApiKeys extends Context.Service<ApiKeys, ApiKeysMethods<EffectMethodTypes>>()(
  "@leadline/core/api-keys/ApiKeys"
) {}

/** What an implementation supplies: the same methods, unchecked. */
export interface Store {
  readonly generate: (request: GenerateRequest) => Effect.Effect<unknown, ApiError.ApiError>
  readonly revoke: (request: RevokeRequest) => Effect.Effect<unknown, ApiError.ApiError>
}

const checkGenerate = validateRequest(GenerateRequest)
const checkRevoke = validateRequest(RevokeRequest)
const checkKey = validateResponse(ApiKey)

/** Makes the service of an implementation: requests are checked before it sees them, responses after. */
export const make = (store: Store): ApiKeys["Service"] => {
  const generate = checkGenerate((request) => checkKey(store.generate(request)))
  return {
    generate: (request = {}) => generate(request),
    revoke: checkRevoke((request) => Effect.asVoid(store.revoke(request)))
  }
}
