// The process of the attackers: takes its target and its attacks from the parent, reports every second, exits with it.
import { rows } from "../neighbours/rows.ts"
import { startAttacks } from "./Attack.ts"
import type { AttackOrder } from "./attackers.ts"
import { bodies } from "./bodies.ts"
import { floods, slowConnections } from "./floods.ts"

process.once("message", ({ row, target }: AttackOrder) => {
  const attacks = row === undefined ? [...bodies, slowConnections, ...floods] : (rows[row] ?? [])
  const { tally } = startAttacks(attacks, target)
  setInterval(() => process.send?.({ tally: tally(), used: process.cpuUsage() }), 1_000)
})
process.once("disconnect", () => process.exit(0))
