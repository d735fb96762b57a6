// The request that a server answers, and the headers of its answer.
import type { ServedRequest } from "@leadline/core/internal"

/** A request, and the headers that it is given. */
export const servedRequest = () => {
  const headers: { [name: string]: string } = {}
  const request: ServedRequest = {
    id: "r",
    remoteAddress: undefined,
    addHeaders: (add) => void Object.assign(headers, add(headers)),
    engine: undefined,
    attempts: 0
  }
  return { headers, request }
}
