// Lists the async requests of the last days, newest first. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { createClient } from "@leadline/transport-node"

const client = createClient({})

let page = await client.asyncChat.list({ limit: 20 })
console.log(`${page.requests.length} on the first page`)
while (typeof page.next_token === "string") {
  page = await client.asyncChat.list({ limit: 20, next_token: page.next_token })
  console.log(`${page.requests.length} on the next`)
}

await client.close()
