// The server that all consumers call, built from the published packages. Installed and started once.
import assert from "node:assert/strict"
import { dirname, join } from "node:path"
import { start } from "../../runningProgram.ts"
import { npmProject, type Release } from "./project.ts"

const program = `import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { layerMemory } from "@leadline/core/rate-limit"
import * as Embedded from "@leadline/engine-embedded"
import * as Store from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import { layerServer, ServerAddress } from "@leadline/transport-node/server"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

const engines = Embedded.layerEngines({ folder: "pages" })
const stores = Layer.merge(Store.layerResources, Store.layerApiKeyVerifier)
const database = Layer.merge(
  Sqlite.layer({ filename: "shared.db" }),
  Store.layerPepperFile({ directory: "." })
)
const server = layerServer({ port: 0 }).pipe(
  Layer.provide([engines, stores]),
  Layer.provide(layerMemory({ requestsPerSecond: 1_000 })),
  Layer.provideMerge(database)
)

Effect.gen(function* () {
  const { url } = yield* ServerAddress
  const made = yield* Store.ensureKey()
  if (made._tag !== "Created") return yield* Effect.die("the database is new")
  yield* Console.log(\`\${url} \${Redacted.value(made.key)} ready\`)
  return yield* Effect.never
}).pipe(Effect.provide(server), NodeRuntime.runMain)

// Ends with the process that started it.
process.stdin.resume().once("end", () => process.kill(process.pid, "SIGTERM"))
`

const page =
  "# What is noul?\n\nNoul is a probability of yes, from 0 to 1. A noul answers a yes-or-no question.\n"

/** A running server. */
interface Service {
  readonly apiKey: string
  readonly baseUrl: string
}

/** The answer of a server to a chat, which must be a 200, as text. */
export const chatAt = async ({ apiKey, baseUrl }: Service, body: object): Promise<string> => {
  const response = await fetch(`${baseUrl}/v1/sonar`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "sonar", ...body })
  })
  const text = await response.text()
  assert.equal(response.status, 200, text)
  return text
}

/** Fails unless a server works on a schema with a pattern, which needs the module of its threads. */
export const checkPattern = async (service: Service): Promise<void> => {
  const code = { type: "string", pattern: "^[A-Z]{2}-[0-9]{4}$" }
  const schema = { type: "object", properties: { code }, required: ["code"] }
  const text = await chatAt(service, {
    disable_search: true,
    messages: [{ role: "user", content: "The code is AB-1234." }],
    response_format: { type: "json_schema", json_schema: { schema } }
  })
  assert.match(text, /AB-1234/)
}

const open = async (release: Release, folder: string): Promise<Service> => {
  const ours = ["transport-node", "engine-embedded", "store-sql"]
  const project = await npmProject(release, folder, ours, ["@effect/platform-node"])
  project.write("pages/noul.md", page)
  project.write("server.mjs", program)
  const server = start(["node", "server.mjs"], project)
  const [, baseUrl = "", apiKey = ""] = await server.said(/^(http\S+) (\S+) ready$/m)
  const service = { apiKey, baseUrl }
  await checkPattern(service)
  return service
}

let shared: Promise<Service> | undefined

/** The server that all consumers share, in a sibling of their directories. It ends with this process. */
export const sharedService = (release: Release, directory: string): Promise<Service> => {
  shared ??= open(release, join(dirname(directory), "service"))
  return shared
}
