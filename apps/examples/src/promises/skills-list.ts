// Lists all skills, page after page. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { createClient } from "@leadline/transport-node"

const client = createClient({})

const { next_page_token, skills } = await client.skills.list({ limit: 10 })
console.log(`first page: ${skills.length} skills${next_page_token ? ", and more" : ""}`)

for await (const { name, skill_id } of client.skills.listAll()) console.log(`${name}: ${skill_id}`)

await client.close()
