// Conformance cases of API key management, for every store and every setup.
import { ApiKeys } from "@leadline/core/api-keys"
import * as Effect from "effect/Effect"
import { apiKeysWire, generatePath, revokePath } from "../wire/apiKeys.ts"
import { conformanceCase, expect, type ConformanceCase } from "./ConformanceCase.ts"
import { fakeCasesOf, refusalsOf } from "./fromWire.ts"

/** A conformance case of {@link ApiKeys}. */
export type ApiKeysCase = ConformanceCase<ApiKeys>

const check = conformanceCase<ApiKeys>

const generate = (request?: { readonly token_name?: string }) => ApiKeys.use((keys) => keys.generate(request))
const revoke = (auth_token: string) => ApiKeys.use((keys) => keys.revoke({ auth_token }))

const unchecked = (body: never) => ApiKeys.use((keys) => keys.generate(body))

/** The wire cases of a path. */
const at = (path: string) => apiKeysWire.filter((wire) => wire.path === path)

/** Cases of any implementation. */
export const apiKeysCases: ReadonlyArray<ApiKeysCase> = [
  check("a key is made under its name", function* () {
    const made = yield* generate({ token_name: "ci" })
    yield* expect(made.token_name === "ci", "another name")
    yield* expect(/^[\x21-\x7e]{1,4096}$/.test(made.auth_token), "no key")
    yield* expect(Number.isInteger(made.created_at_epoch_seconds), "no time")
    yield* revoke(made.auth_token)
  }),
  check("a key without a name has an empty one", function* () {
    for (const made of [yield* generate(), yield* generate({}), yield* generate({ token_name: "" })]) {
      yield* expect(made.token_name === "", "a name")
      yield* revoke(made.auth_token)
    }
  }),
  check("no key is made twice", function* () {
    const [one, two] = [yield* generate({ token_name: "same" }), yield* generate({ token_name: "same" })]
    yield* expect(one.auth_token !== two.auth_token, "the same key")
    yield* Effect.forEach([one, two], ({ auth_token }) => revoke(auth_token))
  }),
  check("a name of 128 characters is kept, whatever they are", function* () {
    for (const token_name of ["n".repeat(128), "🗝".repeat(128), "<b>' OR 1=1 --", " "]) {
      const made = yield* generate({ token_name })
      yield* expect(made.token_name === token_name, "another name")
      yield* revoke(made.auth_token)
    }
  }),
  check("revoking what is revoked, unknown or malformed succeeds", function* () {
    const { auth_token } = yield* generate()
    for (const text of [auth_token, auth_token, "unknown", "ll_live_x", "\n", "é", "k".repeat(4096)]) {
      yield* expect((yield* revoke(text)) === undefined, "it says something")
    }
  }),
  ...refusalsOf(at(generatePath), [unchecked]),
  ...refusalsOf(at(revokePath), [(body) => ApiKeys.use((keys) => keys.revoke(body))])
]

/** Cases of the fake store, over any setup. */
export const fakeApiKeysCases: ReadonlyArray<ApiKeysCase> = fakeCasesOf(at(generatePath), [unchecked])
