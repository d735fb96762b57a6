// The table of threats, and what runs it.
import { bodyRows } from "./rows/bodies.ts"
import { framingRows } from "./rows/framing.ts"
import { heavyRows } from "./rows/heavy.ts"
import { keyRows } from "./rows/keys.ts"
import { pathRows } from "./rows/paths.ts"
import { orderRows } from "./rows/order.ts"
import { originRows } from "./rows/origins.ts"
import { streamRows } from "./rows/streams.ts"
import { valueRows } from "./rows/values.ts"
import type { Threat } from "./Threat.ts"

export { runOn } from "./nodes.ts"
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
