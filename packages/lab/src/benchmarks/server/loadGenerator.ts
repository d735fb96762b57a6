// Starts the load generator.
import { type Child, forkChild, received } from "../../processes.ts"
import type { LoadRequest } from "./ComparisonRow.ts"

/** Message to the load generator. */
export interface LoadOrder {
  readonly port: number
  readonly sent: LoadRequest
  readonly calls: number
  readonly connections: number
  readonly status: number
}

/** Starts it; it is ready then. */
export const startGenerator = async (): Promise<Child> => {
  const generator = forkChild("benchmarks/server/processes/load.ts")
  await received(generator)
  return generator
}
