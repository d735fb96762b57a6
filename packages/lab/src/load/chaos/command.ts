// Command line of the chaos test. Exit code 1 when a promise is broken.
import { parseArgs } from "node:util"
import { missingRedis } from "../../redis/server.ts"
import { exitOnSignals } from "../childProcess.ts"
import { report } from "./report.ts"
import { runChaos } from "./run.ts"

const usage = `npm run test:chaos -- [--minutes number] [--seed number]    three nodes on one PostgreSQL and one Redis, which are
killed, paused and cut off under load; default 10 minutes, and any seed. Exit code 1 when something that was acknowledged
is lost, an async chat is answered twice, or a key is accepted a second after it was revoked.`

const given = () => {
  try {
    return parseArgs({
      options: { help: { type: "boolean" }, minutes: { type: "string" }, seed: { type: "string" } }
    }).values
  } catch {
    return undefined
  }
}

exitOnSignals()
const values = given()
const minutes = Number(values?.minutes ?? 10)
const seed = Number(values?.seed ?? Math.floor(Math.random() * 1_000_000))
if (values === undefined || values.help === true || !(minutes > 0) || !Number.isInteger(seed)) {
  console.log(usage)
  process.exit(values?.help === true ? 0 : 1)
}
if (missingRedis !== undefined) {
  console.error(`The chaos test was ${missingRedis}`)
  process.exit(1)
}
console.log(`Chaos for ${minutes} minutes: --seed ${seed}`)
const begin = performance.now()
const result = await runChaos({
  minutes,
  seed,
  print: (line) => console.log(`${((performance.now() - begin) / 1_000).toFixed(0).padStart(4)} s  ${line}`)
})
console.log(report(result))
for (const one of result.ledger.broken) console.error(one)
process.exit(result.ledger.broken.length === 0 ? 0 : 1)
