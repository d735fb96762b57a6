// A request as services see it.
import type { ServedRequest } from "@leadline/core/internal"

/** A request of an address. */
export const servedRequest = (remoteAddress: string): ServedRequest => ({
  id: "26bb90dc-78be-4ff9-a623-96388ccf5e9e",
  remoteAddress,
  addHeaders: () => undefined,
  engine: undefined,
  attempts: 0
})
