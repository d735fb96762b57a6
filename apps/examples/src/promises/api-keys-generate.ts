// Makes a key for one purpose. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { createClient } from "@leadline/transport-node"

const client = createClient({})

const { auth_token, created_at_epoch_seconds, token_name } = await client.apiKeys.generate({
  token_name: "nightly import"
})

// The key itself is shown this once: it goes into a secret store, never into a log.
const made = new Date(created_at_epoch_seconds * 1000).toISOString()
console.log(`${token_name}: a key of ${auth_token.length} characters, made ${made}`)

await client.close()
