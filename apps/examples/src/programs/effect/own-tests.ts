// Tests of Effects of one's own, with node:test: the layer of a mock client, or of a recording, in place of a transport's.
// The first run records and needs LEADLINE_BASE_URL and LEADLINE_API_KEY; later ones need nothing. RECORDING is the file.
import { Search } from "@leadline/core/search"
import { fail, mockClient, record, replay, respond } from "@leadline/core/testing"
import { layerClient } from "@leadline/transport-fetch"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import assert from "node:assert/strict"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { test } from "node:test"

const {
  LEADLINE_API_KEY: apiKey,
  LEADLINE_BASE_URL: baseUrl = "",
  RECORDING: file = "search.recording.json"
} = process.env

/** The code under test: the titles found; none while the service is busy, with the time to wait. */
const titles = (query: string) =>
  Search.use((search) => search.create({ query, max_results: 3 })).pipe(
    Effect.map(({ results }) => ({ found: results.map(({ title }) => title), wait: Duration.zero })),
    Effect.catchTag("RateLimitError", ({ retryAfter = 5_000 }) =>
      Effect.succeed({ found: [], wait: Duration.millis(retryAfter) })
    )
  )

test("titles are in the order of the results", async () => {
  const results = ["Tides", "Ports"].map((title) => ({ title, url: "https://docs.example", snippet: "" }))
  const { layer } = mockClient([respond.search.create({ id: "1", results })])
  const { found } = await Effect.runPromise(Effect.provide(titles("tides"), layer))
  assert.deepEqual(found, ["Tides", "Ports"])
})

test("a long wait is passed on, not waited for", async () => {
  const { layer, waits } = mockClient([fail.status(429, { retryAfter: "120 seconds" })])
  const { wait } = await Effect.runPromise(Effect.provide(titles("tides"), layer))
  assert.equal(Duration.toSeconds(wait), 120)
  assert.deepEqual(waits, [])
})

test("a refused key is not hidden", async () => {
  const { layer } = mockClient([fail.status(401)])
  const error = await Effect.runPromise(Effect.flip(Effect.provide(titles("tides"), layer)))
  assert.equal(error._tag, "AuthenticationError")
})

test("pages about keys are found, as a service once answered", async () => {
  if (!existsSync(file)) {
    const recording = record()
    const online = layerClient({ apiKey, baseUrl, wrapTransport: recording.wrap })
    await Effect.runPromise(Effect.provide(titles("API keys"), online))
    writeFileSync(file, JSON.stringify(recording, null, 2))
  }
  const { layer } = replay(readFileSync(file, "utf8"))
  const { found } = await Effect.runPromise(Effect.provide(titles("API keys"), layer))
  assert.ok(found.length > 0)
})
