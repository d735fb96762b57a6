// Records what a service answers, then answers from the file. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { record, replay } from "@leadline/core/testing"
import { createClient } from "@leadline/transport-node"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const folder = mkdtempSync(join(tmpdir(), "leadline-"))
const file = join(folder, "search.json")

// Once, against a service.
const recording = record()
const online = createClient({ wrapTransport: recording.wrap })
const { results } = await online.search.create({ query: "tides" })
writeFileSync(file, JSON.stringify(recording, null, 2))
await online.close()

// In every test after that: no network, no key.
const { client } = replay(readFileSync(file, "utf8"))
const again = await client.search.create({ query: "tides" })
console.log(`${results.length} results, and ${again.results.length} from the file`)

const drifted = await client.search.create({ query: "currents" }).catch((error: Error) => error.message)
console.log(drifted)

rmSync(folder, { recursive: true })
