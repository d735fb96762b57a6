// The two files of undici that a client needs: loaded alone they take less than half the time of the whole, which the
// first request waits for. Were undici to move one, the first request would fail: test/server/nodeInternals.test.ts compares
// both with what undici exports.
declare module "undici/lib/dispatcher/agent.js" {
  import { Agent } from "undici"
  export default Agent
}

declare module "undici/lib/core/connect.js" {
  import { buildConnector } from "undici"
  export default buildConnector
}
