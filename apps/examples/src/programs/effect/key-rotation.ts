// Rotates the API key in a file, as an Effect, over fetch: makes a new one, tries it, stores it, then revokes the old one.
// Needs LEADLINE_BASE_URL, and KEY_FILE, a file with the key.
import { ApiKeys } from "@leadline/core/api-keys"
import { Skills } from "@leadline/core/skills"
import { layerClient } from "@leadline/transport-fetch"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { readFile, rename, writeFile } from "node:fs/promises"

const { KEY_FILE: file = "leadline.key", LEADLINE_BASE_URL: baseUrl = "" } = process.env

const withKey = (apiKey: string) => Effect.provide(layerClient({ apiKey, baseUrl }))
const works = Skills.use((skills) => skills.list({ limit: 1 }))
const revoke = (auth_token: string) => ApiKeys.use((keys) => keys.revoke({ auth_token }))

/** A program that reads the file during this gets one whole key, the old or the new one; both work. */
const store = (key: string) =>
  Effect.promise(async () => {
    await writeFile(`${file}.next`, key, { mode: 0o600 })
    await rename(`${file}.next`, file)
  })

const program = Effect.gen(function* () {
  const old = (yield* Effect.promise(() => readFile(file, "utf8"))).trim()
  const token_name = `worker ${new Date().toISOString().slice(0, 10)}`
  // Not retried once it is sent: after a lost reply, look for the name in `leadline keys list`.
  const { auth_token: next } = yield* withKey(old)(ApiKeys.use((keys) => keys.generate({ token_name })))
  yield* withKey(next)(works).pipe(
    Effect.andThen(store(next)),
    Effect.onError(() => Effect.ignore(withKey(old)(revoke(next))))
  )
  yield* Console.log(`${file} has the key "${token_name}"`)

  // Give long calls that began with the old key their time before this.
  yield* withKey(next)(revoke(old))
  yield* withKey(old)(works).pipe(
    Effect.catchTag("AuthenticationError", () => Console.log("the old key is revoked"))
  )
})

await Effect.runPromise(program)
