// Command line of the load tests: `streams [number]`, `bulk [number]`, `attack [--minutes number]`. Exit code 1 when one fails.
import { parseArgs } from "node:util"
import * as attackReport from "./attack/report.ts"
import { runAttack } from "./attack/run.ts"
import { startServer } from "./attack/startServer.ts"
import * as bulkReport from "./bulk/report.ts"
import { type BulkResult, optionSets, runBulk } from "./bulk/run.ts"
import * as streamsReport from "./streams/report.ts"
import { runStreams } from "./streams/run.ts"
import { exitOnSignals } from "./childProcess.ts"

const usage = `npm run test:load -- streams [number]             open streams of chat, none of which may lose an event; default 5000
npm run test:load -- bulk [number]                calls at once under the default limits, none of which may fail; default 1000
npm run test:load -- attack [--minutes number]    the attack mix while a calm client asks; default 10 minutes`

const number = (text: string | undefined, least: number, byDefault: number): number | undefined => {
  const value = text === undefined ? byDefault : Number(text)
  return value >= least ? value : undefined
}

const streams = async (text: string | undefined) => {
  const count = number(text, 1, 5_000)
  if (count === undefined) return [usage]
  const options = {
    streams: Math.floor(count),
    pace: 3_000,
    progress: (open: number, ended: number) => console.log(`${open} open, ${ended} ended`)
  }
  const streamed = await runStreams(options)
  console.log(streamsReport.report(streamed, options))
  return streamsReport.problemsIn(streamed, options)
}

const bulk = async (text: string | undefined) => {
  const calls = number(text, 1, 1_000)
  if (calls === undefined) return [usage]
  const server = await startServer()
  const results: Array<BulkResult> = []
  for (const options of optionSets)
    results.push(await runBulk(server.victim, server.victim.keys.calm, Math.floor(calls), options))
  await server.stop()
  console.log(bulkReport.report(results))
  return bulkReport.problemsIn(results)
}

const attack = async (text: string | undefined) => {
  const minutes = number(text, 0.05, 10)
  if (minutes === undefined) return [usage]
  console.log(`The attack mix against one server for ${minutes} minutes`)
  const attacked = await runAttack({
    seconds: Math.ceil(minutes * 60),
    progress: (seconds, sofar) => console.log(attackReport.progressLine(seconds, sofar))
  })
  console.log(attackReport.report(attacked))
  return attackReport.problemsIn(attacked)
}

const given = () => {
  try {
    return parseArgs({ allowPositionals: true, options: { minutes: { type: "string" } } })
  } catch {
    return { positionals: [], values: {} }
  }
}

exitOnSignals()
const { positionals, values } = given()
const [name, count] = positionals
const faults =
  name === "streams"
    ? await streams(count)
    : name === "bulk"
      ? await bulk(count)
      : name === "attack"
        ? await attack(values.minutes)
        : [usage]
for (const fault of faults) {
  console.error(fault)
  process.exitCode = 1
}
