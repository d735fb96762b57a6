// The command `neighbours`: a calm key group beside hostile ones, on a server with default settings.
import { createKey, layerPepperFile } from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { inspect } from "node:util"
import { command as define, number } from "../../command.ts"
import { forkChild, holdsWithin, newFolder, order, pause, received } from "../../processes.ts"
import { startServerProcess } from "../../serverProcess.ts"
import { quantile } from "../../tables.ts"
import { peakMemoryOf, sumOf } from "../processStats.ts"
import type { Tally, Target } from "./attackerProcess.ts"
import { type RowName, rows } from "./attacks.ts"

/** Greatest memory of the server in bytes. */
const maxMemory = 1_073_741_824

/** Starts a server with a store of its own, and keys of so many groups. */
const startServer = async (groups: number) => {
  const directory = newFolder()
  const filename = `${directory}/leadline.sqlite`
  const store = Layer.merge(Sqlite.layer({ filename }), layerPepperFile({ directory }))
  const keys = await Effect.forEach(Array.from({ length: groups }), (_, at) =>
    Effect.map(createKey({ group: `group-${at}`, createGroup: true }), ({ key }) => Redacted.value(key))
  ).pipe(Effect.provide(store), Effect.runPromise)
  const program = startServerProcess({ cwd: directory, env: { LEADLINE_DATA_DIR: directory } })
  return { baseUrl: await program.listening(), keys, program }
}

/** Sends a request every 50 ms until it is stopped: the milliseconds of each answer, and those that are not 200. */
const startClient = (url: string, sent: RequestInit) => {
  const times: Array<number> = []
  const refused: Array<string> = []
  const ask = async () => {
    const from = performance.now()
    const status = await fetch(url, sent)
      .then(async (answer) => (await answer.arrayBuffer()) && String(answer.status))
      .catch((error: unknown) => inspect(error))
    times.push(performance.now() - from)
    if (status !== "200") refused.push(`${url}: ${status}`)
  }
  const asked: Array<Promise<void>> = []
  const timer = setInterval(() => asked.push(ask()), 50)
  return async () => {
    clearInterval(timer)
    await Promise.all(asked)
    return { times, refused }
  }
}

const decision = JSON.stringify({
  model: "decider-27b",
  state: "The invoice was charged twice.",
  questions: { team: { type: "choice", criteria: { billing: null, support: null } } }
})

/** Runs the hostile groups of a row beside a calm one for so many seconds: its waits, and what is wrong however slow the machine is. */
export const runNeighbours = async (row: RowName, seconds: number) => {
  const { attacks, groups, paths } = rows[row]
  const { baseUrl, keys, program } = await startServer(1 + groups)
  const [key, ...hostile] = keys
  const attackers = forkChild("load/neighbours/attackerProcess.ts")
  await received(attackers)
  const port = Number(new URL(baseUrl).port)
  await order(attackers, { row, port, keys: hostile } satisfies Target)
  // The hostile groups are at their full strength after two seconds.
  await pause(2_000)
  const headers = { authorization: `Bearer ${key}` }
  const clients = paths.map((path) =>
    startClient(baseUrl + path, path === "/v1/models" ? {} : { method: "POST", headers, body: decision })
  )
  await pause(seconds * 1_000)
  // Attacks of which something comes within seconds; the others wait for the server to give up.
  const quick = attacks.filter(({ drip, isDeaf }) => drip === undefined && isDeaf !== true)
  let tally: Tally = {}
  const haveRun = async () => {
    tally = await order<Tally>(attackers, {})
    return quick.every(({ name }) => Object.keys(tally[name] ?? {}).length > 0)
  }
  const faults = (await holdsWithin(120_000, haveRun, 1_000)) ? [] : ["an attack did not run"]
  attackers.end()
  const calm = await Promise.all(clients.map((stop) => stop()))
  faults.push(...calm.flatMap(({ refused }) => refused))
  const metrics = () =>
    fetch(`${baseUrl}/-/metrics`).then(
      (response) => response.text(),
      () => ""
    )
  const isIdle = async () => {
    const text = await metrics()
    const names = ["leadline_http_body_bytes_in_flight", "leadline_http_open_streams"]
    return text !== "" && names.every((name) => sumOf(text, name) === 0)
  }
  if (!(await holdsWithin(40_000, isIdle, 200))) faults.push("the server still holds bodies or streams")
  const failures = sumOf(await metrics(), "leadline_http_requests_total", 'status="500"')
  if (failures > 0) faults.push(`the server counts ${failures} answers of 500`)
  const memory = peakMemoryOf(program.child.pid)
  if (memory > maxMemory) faults.push(`the server took ${memory} bytes of memory`)
  const { code, stderr } = await program.end("SIGKILL")
  if (code !== undefined) faults.push(`the server ended with ${code}: ${stderr}`)
  return { faults, memory, tally, waits: calm.map(({ times }) => quantile(times, 0.99)) }
}

/** Runs both rows. */
export const command = define({
  about: `Latency of the small requests of one key group, while two others send heavy requests, then while five attack. Exit code 1 for a crash
or a 500, when a small request is refused or waits too long (p99), or when the server takes more than 1 GiB of memory.`,
  options: { seconds: number("of each", 10) },
  run: async ({ seconds }) => {
    const all: Array<string> = []
    for (const name of ["heavy requests", "the attack mix"] as const) {
      const { faults, memory, tally, waits } = await runNeighbours(name, seconds)
      const { maxWait, paths } = rows[name]
      console.log(`Beside ${name}, ${Math.round(memory / 1_048_576)} MiB of memory: answers by status`, tally)
      for (const [index, path] of paths.entries()) {
        const line = `${path}: p99 ${waits[index]?.toFixed(0)} ms, at most ${maxWait}`
        console.log(line)
        if ((waits[index] ?? Infinity) > maxWait) all.push(`beside ${name}: ${line}`)
      }
      all.push(...faults)
    }
    return all
  }
})
