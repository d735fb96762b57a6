// Requests and responses of key management.
// Source: §2.5, §4.2, §4.3.
import * as Schema from "effect/Schema"
import { matching, ofLength } from "../../schema/checks.ts"
import { open } from "../../schema/open.ts"
import * as limits from "./limits.ts"

// Assumed: ours. Control characters of ASCII and Latin-1 are refused: names are shown in lists and logs.
const nameForm = new RegExp(`^[^\\u0000-\\u001f\\u007f-\\u009f]{0,${limits.tokenName.max}}$`, "u")

/** The name of a key: later the only way to identify it. */
export const TokenName = Schema.String.check(
  matching(nameForm, `at most ${limits.tokenName.max} characters, none of them a control character`)
)

// Assumed: ours. Only the length of a key in a request is checked: its server knows the rest.
const keyLength = ofLength(limits.authToken, "characters")

// Assumed: docs.
/** A request for a key; all fields may be left out. */
export const GenerateRequest = Schema.Struct({
  /** The name of the key: later the only way to identify it. */
  token_name: Schema.optionalKey(TokenName)
}).annotate({ identifier: "GenerateAuthTokenRequest" })

/** {@link GenerateRequest}, readonly. */
export interface GenerateRequest extends Schema.Schema.Type<typeof GenerateRequest> {}

/**
 * A new key. `auth_token` is the key itself, in plain text, and is never shown again: put it into a secret store or wrap
 * it in `Redacted` at once, and log neither it nor the whole response.
 */
export const ApiKey = open({
  auth_token: Schema.String.check(matching(/^[\x21-\x7e]{1,4096}$/, "a key of visible ASCII characters")),
  created_at_epoch_seconds: Schema.Int,
  token_name: Schema.String
}).annotate({ identifier: "AuthToken" })

/** {@link ApiKey}, readonly. */
export interface ApiKey extends Schema.Schema.Type<typeof ApiKey> {}

/** A request to revoke a key. */
export const RevokeRequest = Schema.Struct({
  /** The key itself. */
  auth_token: Schema.String.check(keyLength)
}).annotate({ identifier: "RevokeAuthTokenRequest" })

/** {@link RevokeRequest}, readonly. */
export interface RevokeRequest extends Schema.Schema.Type<typeof RevokeRequest> {}
