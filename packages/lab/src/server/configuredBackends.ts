// Backends of a configuration whose servers are scripts.
import * as Upstream from "@leadline/backends"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** The services that a configuration in YAML routes; by default this process has none of its own. */
export const layerConfigured = (
  text: string,
  options: Pick<Upstream.RuntimeOptions<never>, "transport"> & Partial<Upstream.RuntimeOptions<never>>
) =>
  Layer.unwrap(
    Effect.map(
      Upstream.parseConfiguration({
        name: "backends.yaml",
        text,
        environment: () => undefined,
        file: () => Effect.as(Effect.void, undefined)
      }),
      (configuration) =>
        Upstream.layer(configuration, {
          prepare: (settings) => Effect.succeed({ settings, isReady: () => true }),
          embedded: () => Effect.die("No engine here"),
          ...options
        })
    )
  )
