// Command line: servers of an older version are replaced by this one under load. Exit code 1 when a call fails, or something is lost.
import { parseArgs } from "node:util"
import { newSchema } from "../../postgres/schema.ts"
import { startPostgres } from "../../postgres/server.ts"
import { exitOnSignals } from "../childProcess.ts"
import { checkOut, current } from "./checkout.ts"
import { problemsIn, report } from "./report.ts"
import { updateUnderLoad } from "./rollingUpdate.ts"

const usage = `npm run test:update -- --from commit [--database sqlite|postgres] [--seconds number]
  --from       the older version; installed in a folder of its own
  --database   one server on SQLite, or three nodes on a PostgreSQL, which is the default
  --seconds    of load between two replacements; default 5`

const given = () => {
  try {
    return parseArgs({
      options: {
        from: { type: "string" },
        database: { type: "string", default: "postgres" },
        seconds: { type: "string", default: "5" }
      }
    }).values
  } catch {
    return undefined
  }
}

exitOnSignals()
const args = given()
const seconds = Number(args?.seconds)
if (args?.from === undefined || !(seconds > 0) || !["sqlite", "postgres"].includes(args.database)) {
  console.log(usage)
  process.exit(1)
}
const from = checkOut(args.from)
console.log(`From ${from.name} to this version, on ${args.database}`)
const postgres = args.database === "postgres" ? await startPostgres() : undefined
const updated = await updateUnderLoad({
  from,
  to: current(),
  databaseUrl: postgres && (await newSchema(postgres.url)),
  nodes: postgres === undefined ? 1 : 3,
  pace: seconds * 1_000,
  onProgress: (text) => console.log(text)
})
console.log(report(updated))
const again = await updated.startAgain().then(
  () => "it starts",
  (error: Error) => error.message
)
console.log(`the old version on the new tables: ${again}`)
await postgres?.stop()
const problems = problemsIn(updated)
for (const problem of problems) console.error(problem)
process.exit(problems.length === 0 ? 0 : 1)
