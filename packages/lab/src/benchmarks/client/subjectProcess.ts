// One subject in a process of its own: makes the calls it is ordered to and reports what they cost.
import type { Order, Taken } from "./Child.ts"
import type { Opened } from "./Subject.ts"
import { tables, type TableName } from "./tables.ts"

const isTable = (name: string): name is TableName => Object.hasOwn(tables, name)

const run = async ({ call }: Opened, { calls, concurrency }: Order): Promise<Taken> => {
  let left = calls
  const worker = async () => {
    while (left-- > 0) await call()
  }
  const cpu = process.cpuUsage()
  const start = performance.now()
  await Promise.all(Array.from({ length: concurrency }, worker))
  const { system, user } = process.cpuUsage(cpu)
  return { cpu: user + system, wall: (performance.now() - start) * 1_000 }
}

const [table = "", name = "", base = "", events = ""] = process.argv.slice(2)
const open = isTable(table) ? tables[table][name] : undefined
if (open === undefined) throw new Error(`No subject ${name} in ${table}`)
const opened = await open({ base, events: Number(events) })
process.on("message", (order: Order) => {
  void run(opened, order).then(
    (taken) => process.send?.(taken),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    }
  )
})
process.once("disconnect", () => process.exit())
process.send?.("ready")
