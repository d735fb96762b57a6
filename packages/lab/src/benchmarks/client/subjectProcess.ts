// One subject in a process of its own: makes the calls it is ordered to and reports what they took.
import { answerOrders, timedCalls } from "../orders.ts"
import { tables, type TableName } from "./tables.ts"

/** An order to a subject. */
export interface Order {
  readonly calls: number
  readonly concurrency: number
}

const isTable = (name: string): name is TableName => Object.hasOwn(tables, name)

const [table = "", name = "", base = "", events = ""] = process.argv.slice(2)
const open = isTable(table) ? tables[table][name] : undefined
if (open === undefined) throw new Error(`No subject ${name} in ${table}`)
const { call } = await open({ base, events: Number(events) })
answerOrders(({ calls, concurrency }: Order) => timedCalls(calls, concurrency, call))
