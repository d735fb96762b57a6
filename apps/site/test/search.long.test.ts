// What the search of the built site finds for questions that readers ask: `npm run site` builds it.
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import MiniSearch from "minisearch"
import { assert, it } from "vitest"
import { options, searchOptions } from "../.vitepress/search.ts"
import { built } from "./support/serveSite.ts"

const [file = assert.fail("npm run site builds it")] = globSync("assets/chunks/@localSearchIndex*.js", {
  cwd: built
})
assert.isAbove(readFileSync(join(built, file), "utf8").length, 100_000)
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
  ["how to install", ""],
  ["run with docker", "guides/in-front-of-a-model-server"],
  ["what is decider-27b", "engines"],
  ["make requests idempotent", "guides/polling"],
  ["CORS for my web page", "server"],
  ["delete a customer's data", "guides/several-tenants"],
  ["limit what a customer spends", "limits"],
  ["connect an MCP host", "guides/mcp"]
])("%j finds %s among the first three results", (question, page) => {
  const found = index.search(question).slice(0, 3)
  assert.include(
    found.map(({ id }) => String(id).replace(/^\/|#.*$/g, "")),
    page,
    found.map(({ id, title, score }) => `${id} ${title} ${score.toFixed(1)}`).join("\n")
  )
})
