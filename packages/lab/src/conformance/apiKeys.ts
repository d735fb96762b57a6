// Conformance cases of API key management, for every store and every setup.
import { ApiKeys } from "@leadline/core/api-keys"
import { apiKey, layerFakeApiKeys } from "../fakes/apiKeys.ts"
import { apiKeysWire, generatePath, revokePath } from "../wire/apiKeys.ts"
import { conformanceCase, expect, type Conformance } from "./ConformanceCase.ts"
import { fakeCasesOf, refusalsOf } from "./fromWire.ts"

const check = conformanceCase<ApiKeys>

const generate = (request?: { readonly token_name?: string }) => ApiKeys.use((keys) => keys.generate(request))
const revoke = (auth_token: string) => ApiKeys.use((keys) => keys.revoke({ auth_token }))

const unchecked = (body: never) => ApiKeys.use((keys) => keys.generate(body))

/** The wire cases of a path. */
const at = (path: string) => apiKeysWire.filter((wire) => wire.path === path)

/** The fake has the verifier of its keys, too. */
export const apiKeys = {
  fake: layerFakeApiKeys(apiKey),
  cases: [
    check("each key is another one, under its name, whatever its characters are", function* () {
      const made = new Set<string>()
      for (const token_name of ["ci", "ci", "n".repeat(128), "🗝".repeat(128), "<b>' OR 1=1 --", " "]) {
        const key = yield* generate({ token_name })
        yield* expect(key.token_name === token_name, "another name")
        yield* expect(/^[\x21-\x7e]{1,4096}$/.test(key.auth_token), "no key")
        yield* expect(Number.isInteger(key.created_at_epoch_seconds), "no time")
        made.add(key.auth_token)
        yield* revoke(key.auth_token)
      }
      yield* expect(made.size === 6, "the same key")
    }),
    check("revoking what is revoked, unknown or malformed succeeds", function* () {
      const { auth_token } = yield* generate()
      for (const text of [auth_token, auth_token, "unknown", "ll_live_x", "\n", "é", "k".repeat(4096)]) {
        yield* expect((yield* revoke(text)) === undefined, "it says something")
      }
    }),
    ...refusalsOf(at(generatePath), [unchecked]),
    ...refusalsOf(at(revokePath), [(body) => ApiKeys.use((keys) => keys.revoke(body))])
  ],
  ofFake: fakeCasesOf(at(generatePath), [unchecked]),
  wire: apiKeysWire
} satisfies Conformance<ApiKeys>
