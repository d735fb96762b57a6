// The checks before every operation, as the contract declares them: their failures, and the key in OpenAPI. The server
// runs them in the order of `server/Pipeline.ts`.
// Source: §5, §7.1.
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import { authentication, codecsWithNullCode, permissionDenied } from "../errors/wireErrors.ts"

const { internalServer, invalidRequest, payloadTooLarge, rateLimit, unavailable } = codecsWithNullCode

/**
 * The failures of the checks before an operation, by who may call it. Path, query and body must fit their schemas: 400.
 * Requests of a key group or of an address are limited: 429. With a key, too: a bearer key with the right is required:
 * 401, 403, 503 while keys cannot be looked up, 429 for an address that guesses keys; and bodies are limited: 400, 413,
 * 503 while too many bodies are in memory.
 */
export const declaredErrors = {
  key: [
    invalidRequest,
    internalServer,
    payloadTooLarge,
    unavailable,
    rateLimit,
    authentication,
    permissionDenied
  ],
  address: [invalidRequest, internalServer, rateLimit]
} as const

/** The checks of a resource that requires a key. */
export class KeyRequired extends HttpApiMiddleware.Service<KeyRequired>()(
  "@leadline/core/contract/KeyRequired",
  { error: declaredErrors.key, security: { bearer: HttpApiSecurity.bearer } }
) {}

/** The checks of a resource that requires none, and takes nothing that could be wrong. */
export class AddressLimited extends HttpApiMiddleware.Service<AddressLimited>()(
  "@leadline/core/contract/AddressLimited",
  { error: declaredErrors.address.filter((codec) => codec !== invalidRequest) }
) {}
