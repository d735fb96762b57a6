// Fake key management in memory, with failures on demand.
import { type ApiKey, ApiKeys, make } from "@leadline/core/api-keys"
import { Caller, ApiKeyVerifier, invalidKey } from "@leadline/core/authentication"
import { operations } from "@leadline/core/rights"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { failureNamed } from "./decisions.ts"

/** Reviews, too, which a key must name. */
const rights = new Set(operations)

/** The one API key that is valid from the start. */
export const apiKey = Redacted.make("ll-test-key-0123456789abcdef")

/** The group of the caller. */
export const groupOf = Effect.map(Effect.serviceOption(Caller), (caller) =>
  caller._tag === "Some" ? caller.value.group : "default"
)

/**
 * {@link ApiKeys} and the verifier of the same keys; `first` is valid from the start. A name `fail <tag>` fails with
 * that class, `lie` returns no key.
 */
export const layerFakeApiKeys = (first: Redacted.Redacted): Layer.Layer<ApiKeys | ApiKeyVerifier> =>
  Layer.effectContext(
    Effect.sync(() => {
      const groups = new Map<string, string>([[Redacted.value(first), "default"]])
      let made = 0
      const verify: ApiKeyVerifier["Service"]["verify"] = (key) => {
        const group = groups.get(Redacted.value(key))
        return group === undefined
          ? Effect.fail(invalidKey())
          : Effect.succeed({ group, key: `key-${Redacted.value(key).slice(0, 13)}`, rights })
      }
      const generate = Effect.fnUntraced(function* (token_name: string) {
        const failure = token_name.startsWith("fail ") ? failureNamed(token_name.slice(5)) : undefined
        if (failure !== undefined) return yield* failure
        const auth_token = `scripted-${++made}-0123456789`
        groups.set(auth_token, yield* groupOf)
        const key: ApiKey = { auth_token, created_at_epoch_seconds: 1_790_000_000, token_name }
        return token_name === "lie" ? { ...key, auth_token: "" } : key
      })
      const revoke = (auth_token: string) =>
        Effect.map(groupOf, (group) => void (groups.get(auth_token) === group && groups.delete(auth_token)))
      const apiKeys = make({
        generate: ({ token_name = "" }) => generate(token_name),
        revoke: ({ auth_token }) => revoke(auth_token)
      })
      return Context.make(ApiKeyVerifier, { verify }).pipe(Context.add(ApiKeys, apiKeys))
    })
  )
