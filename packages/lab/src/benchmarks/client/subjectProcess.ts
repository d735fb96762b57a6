// One client in a process of its own: makes the calls it is ordered to, and reports their processor time in microseconds.
import { answerOrders, makeCalls } from "../orders.ts"
import { subjects } from "./clients.ts"

/** An order to a client. */
export interface Order {
  readonly calls: number
  readonly concurrency: number
}

const [name = "", baseUrl = "", events = "0"] = process.argv.slice(2)
const call = await subjects[name]?.(baseUrl, Number(events))
if (call === undefined) throw new Error(`No subject ${name}`)

answerOrders(async ({ calls, concurrency }: Order) => {
  const before = process.cpuUsage()
  await makeCalls(
    calls,
    Array.from({ length: concurrency }, () => call)
  )
  const { system, user } = process.cpuUsage(before)
  return { cpu: user + system }
})
