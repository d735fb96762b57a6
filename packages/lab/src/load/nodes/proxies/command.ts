// The command `proxies`: nginx and Caddy, by the configuration of the guide "Several nodes", in front of three nodes.
import { createKey, layerPepper } from "@leadline/store-sql"
import * as Postgres from "@leadline/store-sql/postgres"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { command as define, MissingError } from "../../../command.ts"
import { freePort } from "../../../ports.ts"
import { newSchema } from "../../../postgres/schema.ts"
import { startPostgres } from "../../../postgres/server.ts"
import { newFolder, pause } from "../../../processes.ts"
import { lostAt } from "../../acknowledged.ts"
import { startReadyNode } from "../../serverNode.ts"
import { newSubject, report, startLoad } from "../../workload.ts"
import { operator, settings } from "../rollingUpdate.ts"
import { type Setting, allowedAddress, checks, startModelServer } from "./checks.ts"
import { foundPrograms, type ProxyProgram } from "./programs.ts"

/** Milliseconds of load before and after a node goes. */
const pace = 3_000

const narrowKeyIn = (url: string) =>
  createKey({ networks: [allowedAddress] }).pipe(
    Effect.map(({ key }) => Redacted.value(key)),
    Effect.provide(
      Layer.merge(
        Postgres.layer({ url: Redacted.make(url) }),
        layerPepper(Redacted.make(settings.LEADLINE_PEPPER))
      )
    ),
    Effect.runPromise
  )

/** The file of backends: chat is answered by a model server, decisions by the engine of the node. */
const backendsFile = (url: string): string => {
  const path = join(newFolder(), "backends.yaml")
  writeFileSync(
    path,
    `backends: { model: { kind: openai-compatible, url: "${url}", models: { sonar: sonar } } }\nroutes: { chat: [model] }\n`
  )
  return path
}

/** Runs the checks, then lets a node drain and another one die under load. Gives the faults. */
const tryProxy = async (program: ProxyProgram, databaseUrl: string): Promise<ReadonlyArray<string>> => {
  const modelServer = await startModelServer()
  const ports = { proxy: await freePort(), nodes: await Promise.all([1, 2, 3].map(freePort)) }
  const url = `http://127.0.0.1:${ports.proxy}`
  const env = {
    ...settings,
    LEADLINE_DATABASE_URL: databaseUrl,
    LEADLINE_BACKENDS: backendsFile(modelServer.url),
    LEADLINE_PROXIES: "127.0.0.1",
    LEADLINE_PUBLIC_URL: url
  }
  const start = (port: number) => startReadyNode({ port, env })
  const nodes = await Promise.all(ports.nodes.map(start))
  const stop = await program.start(ports)
  const setting: Setting = {
    url,
    node: `http://127.0.0.1:${ports.nodes[0]}`,
    key: operator,
    narrowKey: await narrowKeyIn(databaseUrl),
    modelServer
  }
  const faults: Array<string> = []
  for (const [name, check] of Object.entries(checks)) {
    const fault = await check(setting).catch(String)
    console.log(
      `  ${fault === undefined ? "ok   " : "FAULT"} ${name}${fault === undefined ? "" : `: ${fault}`}`
    )
    if (fault !== undefined) faults.push(`${program.name}: ${name}: ${fault}`)
  }
  for (const [how, index] of [
    ["drains", 0],
    ["is killed", 1]
  ] as const) {
    const subject = newSubject([url], operator, { insists: true })
    const { acknowledged, broken } = subject.ledger
    const endLoad = startLoad(subject)
    await pause(pace)
    const ended = nodes[index]?.end(how === "drains" ? "SIGTERM" : "SIGKILL")
    await pause(pace)
    await ended
    await endLoad()
    broken.push(...(await lostAt([`http://127.0.0.1:${ports.nodes[2]}`], operator, acknowledged)))
    console.log(`  a node ${how}`)
    for (const line of report(subject.ledger)) console.log(`    ${line}`)
    faults.push(...broken.map((fault) => `${program.name}: a node ${how}: ${fault}`))
    const port = ports.nodes[index] ?? 0
    nodes[index] = await start(port)
  }
  for (const node of nodes) await node.end("SIGKILL")
  await stop()
  await modelServer.close()
  return faults
}

/** Runs the checks behind each proxy that the machine has. */
export const command = define({
  about:
    "nginx and Caddy, as the guide configures them, in front of three nodes; NGINX_BIN and CADDY_BIN name the programs.\nExit code 1 for a fault, 2 when neither is found.",
  run: async () => {
    const { found, missing } = foundPrograms()
    if (found.length === 0) throw new MissingError(missing.join("\n"))
    for (const line of missing) console.log(line)
    const postgres = await startPostgres()
    const faults: Array<string> = []
    for (const program of found) {
      console.log(`${program.name} ${program.version}`)
      faults.push(...(await tryProxy(program, await newSchema(postgres.url))))
    }
    await postgres.stop()
    return faults
  }
})
