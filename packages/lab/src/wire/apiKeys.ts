// Wire cases of API keys: an empty body may ask for a key, a revocation has an empty response.
import {
  bare,
  casesWith,
  error,
  failureCases,
  gateway,
  identified,
  passedFailures,
  refusalsWith,
  unauthorized,
  wrongMethod,
  type WireCase
} from "./WireCase.ts"

/** Where keys are made. */
export const generatePath = "/generate_auth_token"
/** Where keys are revoked. */
export const revokePath = "/revoke_auth_token"

interface Made {
  readonly auth_token: string
  readonly created_at_epoch_seconds: number
  readonly token_name: string
}

const isMade = (answer: Made) =>
  Object.keys(answer).toSorted().join() === "auth_token,created_at_epoch_seconds,token_name" &&
  /^[\x21-\x7e]{1,4096}$/.test(answer.auth_token) &&
  Number.isInteger(answer.created_at_epoch_seconds) &&
  answer.token_name === ""

const made = casesWith("")
const makes = (name: string, body: WireCase["body"]) => made(name, body, 200, isMade, { path: generatePath })
const revokes = (name: string, auth_token: string) =>
  made(`revoking ${name} is 200 with an empty body`, { auth_token }, 200, "", {
    path: revokePath,
    answerHeaders: { ...identified, ...bare, "content-length": "0" }
  })
const refused = (path: string, body: string | object, message: string) =>
  refusalsWith("", 400, () => error(message), { path })(body, message)

const keyRule = "auth_token: expected 1 to 4096 characters"
const nameRule = "token_name: expected at most 128 characters, none of them a control character"

/** Wire cases of key management. */
export const apiKeysWire: ReadonlyArray<WireCase> = [
  makes("no body asks for a key without a name", undefined),
  makes("an empty body asks for a key without a name", ""),
  ...["n".repeat(129), "a\nb", "\u0000", "\u007f", "\u0085"].map((token_name) =>
    refused(generatePath, { token_name }, nameRule)
  ),
  refused(generatePath, '{"token_name":null}', "token_name: expected string"),
  refused(generatePath, '{"name":"ci"}', "name: unknown field"),
  refused(revokePath, "", "The body is empty: expected JSON"),
  refused(revokePath, "{}", "auth_token: field required"),
  refused(revokePath, '{"auth_token":""}', keyRule),
  refused(revokePath, { auth_token: "k".repeat(4097) }, keyRule),
  refused(revokePath, '{"auth_token":"k","all":true}', "all: unknown field"),
  revokes("an unknown key", "ll_live_0000000000000000000000000000000000000000000000000"),
  unauthorized("a key that is made without one", { path: generatePath }),
  wrongMethod("GET", generatePath, "POST"),
  ...failureCases(
    [...passedFailures, "AuthenticationError"],
    (tag) => ({ path: generatePath, by: "fake", body: JSON.stringify({ token_name: `fail ${tag}` }) }),
    { what: "a store's" }
  ),
  made(
    "a store's answer without a key is 502, without its own text",
    { token_name: "lie" },
    502,
    error(...gateway),
    { path: generatePath, by: "fake" }
  )
]
