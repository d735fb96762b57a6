// Leadline's server as a proxy: decisions are asked of the server behind it.
import * as Upstream from "@leadline/backends"
import { layerTransport } from "@leadline/transport-node"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { key, type Serve } from "../Subject.ts"
import { listen } from "./server.ts"
import * as services from "./services.ts"

/** Serves decisions of the upstream server. */
export const serve: Serve = ({ upstream }) =>
  listen(
    services.layer(
      Upstream.layerResource("decisions").pipe(
        Layer.provide(Upstream.layerBackend({ baseUrl: upstream, apiKey: Redacted.make(key) })),
        Layer.provide(layerTransport())
      )
    )
  )
