// The server that all consumers call, built from the published packages. Installed and started once.
import { dirname, join } from "node:path"
import { type Staying, start } from "../../runningProgram.ts"
import { npmProject, type NpmProject, type Project } from "./project.ts"
import type { Release } from "./release.ts"

const program = (database: string) => `import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
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
  Sqlite.layer({ filename: ${JSON.stringify(database)} }),
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

const answer =
  "# What is noul?\n\nNoul is a probability of yes, from 0 to 1. A noul answers a yes-or-no question.\n"

/** A running server. */
export interface Service extends Pick<Staying, "end"> {
  readonly apiKey: string
  readonly baseUrl: string
}

/** A project with the packages of a server. */
const serverProject = async (release: Release, directory: string) => {
  const ours = ["transport-node", "engine-embedded", "store-sql"]
  const project = await npmProject(release, directory, { ours, others: ["@effect/platform-node"] })
  project.write("pages/noul.md", answer)
  return project
}

let started = 0

/** Starts a server in that project, with a new database. */
export const serve = async (project: Project): Promise<Service> => {
  const name = `server-${started++}`
  project.write(`${name}.mjs`, program(`${name}.db`))
  const server = start(["node", `${name}.mjs`], project)
  const [, baseUrl = "", apiKey = ""] = await server.said(/^(http\S+) (\S+) ready$/m)
  return { apiKey, baseUrl, end: server.end }
}

interface Shared {
  readonly project: NpmProject
  readonly service: Service
}

let shared: Promise<Shared> | undefined

/** The server that all consumers share, in a sibling of their directories. It ends with this process. */
export const sharedService = (release: Release, directory: string): Promise<Shared> => {
  const open = async () => {
    const project = await serverProject(release, join(dirname(directory), "service"))
    return { project, service: await serve(project) }
  }
  shared ??= open()
  return shared
}

/** Stops it. */
export const endService = async (): Promise<void> => {
  await shared?.then(
    ({ service }) => service.end(),
    () => undefined
  )
}
