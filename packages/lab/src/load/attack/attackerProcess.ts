// The process that attacks: takes its target from the parent, reports every second, exits with the parent.
import { startAttacks, type Target } from "./Attack.ts"
import { bodies } from "./bodies.ts"
import { floods } from "./floods.ts"
import { slowConnections } from "./slowConnections.ts"

process.once("message", (victim: Target) => {
  const { tally } = startAttacks([...bodies, slowConnections, ...floods], victim)
  setInterval(() => process.send?.({ tally: tally(), used: process.cpuUsage() }), 1_000)
})
process.once("disconnect", () => process.exit(0))
