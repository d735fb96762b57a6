// The table of threats, and what runs it.
import { bodyRows } from "./rows/bodies.ts"
import { framingRows } from "./rows/framing.ts"
import { heavyRows } from "./rows/cpuExhaustion.ts"
import { keyRows } from "./rows/authentication.ts"
import { pathRows } from "./rows/routing.ts"
import { orderRows } from "./rows/checkOrder.ts"
import { originRows } from "./rows/cors.ts"
import { streamRows } from "./rows/streams.ts"
import { valueRows } from "./rows/fieldValues.ts"
import type { Threat } from "./Threat.ts"

export { runOnNode } from "./runOnNode.ts"
export type { Outcome } from "./Threat.ts"

/** All rows. */
export const threats: ReadonlyArray<Threat> = [
  ...keyRows,
  ...pathRows,
  ...framingRows,
  ...bodyRows,
  ...valueRows,
  ...streamRows,
  ...originRows,
  ...orderRows,
  ...heavyRows
]
