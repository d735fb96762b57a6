// Rotates the API key in a file: makes a new one, tries it, stores it, then revokes the old one. No caller sees a gap.
// Needs LEADLINE_BASE_URL, and KEY_FILE, a file with the key.
import { isApiError } from "@leadline/core/errors"
import { createClient } from "@leadline/transport-node"
import { readFile, rename, writeFile } from "node:fs/promises"

const { KEY_FILE: file = "leadline.key" } = process.env

const old = (await readFile(file, "utf8")).trim()
const current = createClient({ apiKey: old })

// Not retried once it is sent: after a lost reply, look for the name in `leadline keys list`.
const token_name = `worker ${new Date().toISOString().slice(0, 10)}`
const { auth_token: next } = await current.apiKeys.generate({ token_name })
const renewed = createClient({ apiKey: next })

try {
  await renewed.skills.list({ limit: 1 })
  // A program that reads the file now gets one whole key, the old or the new one; both work.
  await writeFile(`${file}.next`, next, { mode: 0o600 })
  await rename(`${file}.next`, file)
} catch (error) {
  await current.apiKeys.revoke({ auth_token: next })
  throw error
}
console.log(`${file} has the key "${token_name}"`)

// Give long calls that began with the old key their time before this.
await renewed.apiKeys.revoke({ auth_token: old })
await current.skills.list({ limit: 1 }).catch((error: unknown) => {
  if (!isApiError(error) || error._tag !== "AuthenticationError") throw error
  console.log("the old key is revoked")
})

await Promise.all([current.close(), renewed.close()])
