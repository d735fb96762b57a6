// A process of one side: makes a given number of decisions, and reports what they took.
import { answerOrders, timedCalls } from "../orders.ts"
import { direct, leadline } from "./subjects.ts"

const [name, url = ""] = process.argv.slice(2)
const decide = name === "leadline" ? await leadline(url) : direct(url)

interface Order {
  readonly decisions: number
  readonly concurrency: number
}

answerOrders(async ({ concurrency, decisions }: Order) => {
  const latencies: Array<number> = []
  const { cpu, wall } = await timedCalls(decisions, concurrency, async () => {
    const from = performance.now()
    await decide()
    latencies.push(performance.now() - from)
  })
  return { cpu: cpu / 1_000, wall, latencies }
})
