// A client or a server in a process of its own: warms up, then says which files ran for one more decision.
import type { Profiler } from "node:inspector"
import { Session } from "node:inspector/promises"
import { createClient } from "@leadline/transport-node"
import { decision } from "../client/bodies.ts"
import { answerOrders } from "../orders.ts"
import { send } from "../server/compareSides.ts"
import { serve } from "../server/leadline/server.ts"
import { decisions } from "../server/requests.ts"

const [name, upstream = ""] = process.argv.slice(2)

/** Makes a call of the client, or a request to a server of this process. */
const open = async (): Promise<() => Promise<unknown>> => {
  if (name === "call") {
    const client = createClient({ baseUrl: upstream, apiKey: "k" })
    return () => client.decisions.create(decision)
  }
  const url = `http://127.0.0.1:${await serve(upstream)}`
  return async () => (await send(url, decisions)).text()
}

/** Calls after which nothing is made for the first time. */
const warmCalls = 50

/** Calls that are watched: a file counts that runs in each, so none that a timer runs. */
const watchedCalls = 5

/** The files of which a function ran. A function that begins with its file is the module itself, as it is loaded. */
const filesOf = (scripts: ReadonlyArray<Profiler.ScriptCoverage>): ReadonlySet<string> =>
  new Set(
    scripts
      .filter(({ functions }) =>
        functions.some(
          ({ ranges: [range] }) => range !== undefined && range.startOffset > 0 && range.count > 0
        )
      )
      .map(({ url }) => url)
  )

const run = async (): Promise<ReadonlyArray<string>> => {
  const once = await open()
  for (let made = 0; made < warmCalls; made++) await once()
  const session = new Session()
  session.connect()
  await session.post("Profiler.enable")
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })
  let files: ReadonlyArray<string> | undefined
  for (let made = 0; made < watchedCalls; made++) {
    await once()
    const ran = filesOf((await session.post("Profiler.takePreciseCoverage")).result)
    files = files?.filter((file) => ran.has(file)) ?? Array.from(ran)
  }
  return files ?? []
}

answerOrders(async () => ({ files: await run() }))
