// The table of threats.
import { bodyRows } from "./rows/bodies.ts"
import { framingRows } from "./rows/framing.ts"
import { heavyRows } from "./rows/cpuExhaustion.ts"
import { authenticationRows } from "./rows/authentication.ts"
import { pathRows } from "./rows/routing.ts"
import { orderRows } from "./rows/checkOrder.ts"
import { memoryRows } from "./rows/memory.ts"
import { originRows } from "./rows/cors.ts"
import { isolationRows } from "./rows/tenantIsolation.ts"
import { streamRows } from "./rows/streams.ts"
import { valueRows } from "./rows/fieldValues.ts"
import type { Threat } from "./Threat.ts"

export { runOnNode } from "./runOnNode.ts"
export type { Outcome } from "./Threat.ts"

/** The rows about keys, groups, quotas and budgets. */
export const keyThreats: ReadonlyArray<Threat> = [...authenticationRows, ...isolationRows].map((row, at) => ({
  id: `K${at + 1}`,
  ...row
}))

/** All rows. */
export const threats: ReadonlyArray<Threat> = [
  ...keyThreats,
  ...pathRows,
  ...framingRows,
  ...bodyRows,
  ...memoryRows,
  ...valueRows,
  ...streamRows,
  ...originRows,
  ...orderRows,
  ...heavyRows
]
