// The checks before every operation, as the contract declares them: their failures, and the key in OpenAPI. The server
// runs them in the order of `server/Pipeline.ts`.
// Source: §5, §7.1.
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import { authentication, codecsWithNullCode, permissionDenied } from "../errors/wireErrors.ts"

/** A bearer key with the right is required: 401, 403, 503 while keys cannot be looked up, 429 for an address that guesses keys. */
export class KeyRequired extends HttpApiMiddleware.Service<KeyRequired>()(
  "@leadline/core/contract/KeyRequired",
  {
    error: [authentication, permissionDenied, codecsWithNullCode.unavailable, codecsWithNullCode.rateLimit],
    security: { bearer: HttpApiSecurity.bearer }
  }
) {}

/** Requests of a key group are limited: 429. */
export class GroupLimited extends HttpApiMiddleware.Service<GroupLimited>()(
  "@leadline/core/contract/GroupLimited",
  { error: codecsWithNullCode.rateLimit }
) {}

/** Requests of an address are limited, where no key is required: 429. */
export class AddressLimited extends HttpApiMiddleware.Service<AddressLimited>()(
  "@leadline/core/contract/AddressLimited",
  { error: codecsWithNullCode.rateLimit }
) {}

/** Bodies are limited: 400, 413, and 503 while too many bodies are in memory. */
export class BodyLimited extends HttpApiMiddleware.Service<BodyLimited>()(
  "@leadline/core/contract/BodyLimited",
  {
    error: [
      codecsWithNullCode.invalidRequest,
      codecsWithNullCode.payloadTooLarge,
      codecsWithNullCode.unavailable
    ]
  }
) {}

/** Path, query and body must fit their schemas: 400. */
export class SchemaChecked extends HttpApiMiddleware.Service<SchemaChecked>()(
  "@leadline/core/contract/SchemaChecked",
  { error: [codecsWithNullCode.invalidRequest, codecsWithNullCode.internalServer] }
) {}
