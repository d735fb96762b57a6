// The process of the attackers: told whom to attack, tells every second what came, ends with its parent.
import { startAttacks, type Target } from "./Attack.ts"
import { bodies } from "./bodies.ts"
import { floods } from "./floods.ts"
import { slowConnections } from "./slowConnections.ts"

process.once("message", (victim: Target) => {
  const { tally } = startAttacks([...bodies, slowConnections, ...floods], victim)
  setInterval(() => process.send?.({ tally: tally(), used: process.cpuUsage() }), 1_000)
})
process.once("disconnect", () => process.exit(0))
