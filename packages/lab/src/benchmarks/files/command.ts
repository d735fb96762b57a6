// The command `files`: the source files of this project that run for one warm call and for one warm request.
import type { Profiler } from "node:inspector"
import { Session } from "node:inspector/promises"
import { fileURLToPath } from "node:url"
import { relative } from "node:path"
import { createClient } from "@leadline/transport-node"
import { command as define, flag } from "../../command.ts"
import { forkChild } from "../../processes.ts"
import { root } from "../../program.ts"
import { decision } from "../client/bodies.ts"
import { send } from "../server/compareSides.ts"
import { serve } from "../server/leadline/server.ts"
import { decisions } from "../server/requests.ts"

/** Calls after which nothing is made for the first time. */
const warmCalls = 50

/** Calls that are watched: a file counts that runs in each, so none that a timer runs. */
const watchedCalls = 5

/** Published source files of which a function ran. A function that begins with its file is the module itself, as it is loaded. */
const filesOf = (scripts: ReadonlyArray<Profiler.ScriptCoverage>): ReadonlyArray<string> =>
  scripts
    .filter(({ functions, url }) =>
      functions.some(
        ({ ranges: [range] }) =>
          url.startsWith("file:") && range !== undefined && range.startOffset > 0 && range.count > 0
      )
    )
    .map(({ url }) => relative(root, fileURLToPath(url)))
    .filter((path) => path.startsWith("packages/") && !path.startsWith("packages/lab/"))

/** The files that run each time. */
const watch = async (session: Session, once: () => Promise<unknown>): Promise<ReadonlyArray<string>> => {
  for (let made = 0; made < warmCalls; made++) await once()
  await session.post("Profiler.takePreciseCoverage")
  let files: ReadonlyArray<string> | undefined
  for (let made = 0; made < watchedCalls; made++) {
    await once()
    const ran = filesOf((await session.post("Profiler.takePreciseCoverage")).result)
    files = files?.filter((file) => ran.includes(file)) ?? ran
  }
  return files?.toSorted() ?? []
}

/** Which files run. */
export const command = define({
  about:
    "The source files of this project that run for one warm decision: a call of the client over Node, and a request to a\nserver with canned answers. V8's coverage counts them, without the files whose functions all rest.",
  options: { list: flag("also the path of each file") },
  run: async ({ list }) => {
    const behind = forkChild("benchmarks/client/server.ts")
    const client = createClient({ baseUrl: `http://127.0.0.1:${String(await behind.next())}`, apiKey: "k" })
    const session = new Session()
    session.connect()
    await session.post("Profiler.enable")
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })
    const show = (what: string, files: ReadonlyArray<string>) =>
      console.log([`${files.length} files run for a warm ${what}`, ...(list ? files : [])].join("\n  "))
    show("call", await watch(session, () => client.decisions.create(decision)))
    const url = `http://127.0.0.1:${await serve("")}`
    show("request", await watch(session, async () => (await send(url, decisions)).text()))
    behind.end()
  }
})
