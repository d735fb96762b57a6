// Puts a new key in place of an old one without a gap. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { createClient } from "@leadline/transport-node"

const first = createClient({})
const { auth_token: old } = await first.apiKeys.generate({ token_name: "worker" })
const { auth_token: next } = await first.apiKeys.generate({ token_name: "worker, next" })

// Both work until the old one is revoked; a key may revoke any key of its group.
const client = createClient({ apiKey: next })
await client.apiKeys.revoke({ auth_token: old })
console.log("the old key is revoked")

await client.apiKeys.revoke({ auth_token: next })
await Promise.all([first.close(), client.close()])
