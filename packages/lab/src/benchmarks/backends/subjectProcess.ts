// A process of one side: makes a given number of decisions, and reports what they took.
import { direct, leadline } from "./subjects.ts"

const [name, url = ""] = process.argv.slice(2)
const decide = name === "leadline" ? await leadline(url) : direct(url)

interface Order {
  readonly decisions: number
  readonly concurrency: number
}

process.on("message", async ({ concurrency, decisions }: Order) => {
  const latencies: Array<number> = []
  let left = decisions
  const cpu = process.cpuUsage()
  const start = performance.now()
  const work = async () => {
    while (left-- > 0) {
      const from = performance.now()
      await decide()
      latencies.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  const { system, user } = process.cpuUsage(cpu)
  process.send?.({ cpu: (system + user) / 1000, wall: performance.now() - start, latencies })
})
process.send?.({})
