// The two parts of undici that a client needs: loaded alone they take a third of the time of the whole.
// Source: undici, lib/dispatcher/agent.js and lib/core/connect.js.
declare module "undici/lib/dispatcher/agent.js" {
  import { Agent } from "undici"
  export default Agent
}

declare module "undici/lib/core/connect.js" {
  import { buildConnector } from "undici"
  export default buildConnector
}
