// Searches year by year. A search has no next page, and one call gives few results: dates make more of them.
// Needs LEADLINE_BASE_URL and LEADLINE_API_KEY; takes a query, the first and the last year.
import { results as limits } from "@leadline/core/search"
import { createClient } from "@leadline/transport-node"

const { 2: query = "API keys", 3: first = "2020", 4: last = String(new Date().getFullYear()) } = process.argv
const client = createClient()

/** The results of one year after the other, newest first. Pages without a date are in none of them. */
async function* pages() {
  for (let year = Number(last); year >= Number(first); year--) {
    const { results } = await client.search.create({
      query,
      max_results: limits.max,
      // Both days are outside.
      search_after_date_filter: `12/31/${year - 1}`,
      search_before_date_filter: `01/01/${year + 1}`
    })
    yield { year, results }
  }
}

const seen = new Set<string>()
for await (const { results, year } of pages()) {
  const found = results.filter(({ url }) => !seen.has(url))
  console.log(`${year}: ${found.length} pages`)
  for (const { date, title, url } of found) {
    seen.add(url)
    console.log(`  ${date} ${title}\n             ${url}`)
  }
}
console.log(`${seen.size} pages in all`)

await client.close()
