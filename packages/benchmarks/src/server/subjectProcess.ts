// One subject in a process of its own: serves, and says what it has taken whenever it is asked.
import { tables, type TableName } from "./tables.ts"

const isTable = (name: string): name is TableName => Object.hasOwn(tables, name)

const [table = "", name = "", upstream = ""] = process.argv.slice(2)
const serve = isTable(table) ? tables[table][name] : undefined
if (serve === undefined) throw new Error(`No subject ${name} in ${table}`)
const port = await serve({ upstream })
process.on("message", () => {
  const { system, user } = process.cpuUsage()
  process.send?.({ cpu: user + system })
})
process.once("disconnect", () => process.exit())
process.send?.({ port })
