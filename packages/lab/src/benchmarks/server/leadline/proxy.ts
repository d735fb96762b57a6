// Leadline's server as a proxy: decisions are asked of the server behind it.
import * as Upstream from "@leadline/backends"
import { layerTransport } from "@leadline/transport-node"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { key } from "../requests.ts"
import type { Serve } from "../subjects.ts"
import { layer, listen } from "./server.ts"

/** Serves decisions of the upstream server. */
export const serve: Serve = (upstream) =>
  listen(
    layer(
      Upstream.layerResource("decisions").pipe(
        Layer.provide(Upstream.layerBackend({ baseUrl: upstream, apiKey: Redacted.make(key) })),
        Layer.provide(layerTransport())
      )
    )
  )
