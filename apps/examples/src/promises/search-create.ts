// Searches with two queries at once. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { createClient } from "@leadline/transport-node"

const client = createClient({})

const { results } = await client.search.create({
  query: ["How do I create an API key?", "Which settings does the server read?"],
  max_results: 4,
  max_tokens_per_page: 128
})

for (const { snippet, title, url } of results) console.log(`${title}\n  ${url}\n  ${snippet.slice(0, 160)}\n`)

await client.close()
