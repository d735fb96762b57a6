// What the search of the built site finds for questions that readers ask: `npm run site` builds it.
import { globSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import MiniSearch from "minisearch"
import { assert, it } from "vitest"
import { options, searchOptions } from "../.vitepress/search.ts"
import { built } from "./support/serveSite.ts"

const files = globSync("assets/chunks/@localSearchIndex*.js", { cwd: built })
const [file = assert.fail("npm run site builds it")] = files
const { default: json }: { readonly default: string } = await import(pathToFileURL(join(built, file)).href)

// As the search box of VitePress makes it.
const index = MiniSearch.loadJSON(json, {
  fields: ["title", "titles", "text"],
  storeFields: ["title", "titles"],
  searchOptions,
  ...options
})

it.each(["what is a policy", "noul"])("%j finds the glossary first", (question) => {
  const [first] = index.search(question)
  assert.match(String(first?.id), /^\/glossary#/, `${String(first?.["title"])} ${String(first?.score)}`)
})

it.each([
  ["how do I use my own model server", "guides/decisions-with-your-own-model-server"],
  ["what does it cost", "guides/cost"],
  ["how do I test offline in CI", "guides/testing-offline-in-ci"],
  ["limit requests a minute", "limits"],
  ["what is decider-27b", "engines"],
  ["make requests idempotent", "guides/polling"],
  ["delete a customer's data", "guides/several-tenants"],
  ["connect an MCP host", "guides/mcp"]
])("%j finds %s among the first three results", (question, page) => {
  const found = index.search(question).map(({ id }) => String(id).replace(/^\/|#.*$/g, ""))
  assert.include(found.slice(0, 3), page)
})
