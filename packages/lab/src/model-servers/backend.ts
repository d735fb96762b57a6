// A backend of any kind over a scripted server.
import { type BackendInstance, type BackendKind, kinds } from "@leadline/backends"
import { Decisions } from "@leadline/core/decisions"
import { ContextualizedEmbeddings } from "@leadline/core/contextualized-embeddings"
import { Embeddings } from "@leadline/core/embeddings"
import { Search } from "@leadline/core/search"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layerFakeSearch } from "../fakes/search.ts"
import { newSeen, type Script, scriptTransport } from "./Script.ts"

/** Settings beside name, kind and address. */
export type ExtraSettings = { readonly [name: string]: unknown }

/** The kind of backends of a name. */
export const kindNamed = (name: string): BackendKind => {
  const kind = kinds.find((one) => one.name === name)
  if (kind === undefined) throw new Error(`There is no kind ${name}`)
  return kind
}

/** A backend of a kind at an address, over the transport in the context. */
export const instanceOf = (kind: string, url: string, settings: ExtraSettings) =>
  Effect.gen(function* () {
    const found = kindNamed(kind)
    const search = Context.get(yield* Layer.build(layerFakeSearch), Search)
    const address = found.url === "endsInV1" ? `${url}/v1` : url
    return yield* found.make({ name: "scripted", kind, url: address, ...settings }, { search })
  })

/** A backend whose server is a script in memory. */
export const scriptedBackend = (
  kind: string,
  script: Script,
  settings: ExtraSettings = {},
  seen = newSeen()
) =>
  Effect.flatMap(Layer.build(scriptTransport(script, seen)), (transport) =>
    Effect.provideContext(instanceOf(kind, "http://scripted.test", settings), transport)
  )

const notServed = Effect.die(new Error("The kind does not answer this resource"))

/** The services of a backend, which the cases of conformance ask. */
export const layerInstance = <E, R>(backend: Effect.Effect<BackendInstance, E, R>) =>
  Layer.effectContext(
    Effect.map(backend, ({ services }) =>
      Context.make(Decisions, services.decisions ?? { create: () => notServed }).pipe(
        Context.add(Embeddings, services.embeddings ?? { create: () => notServed }),
        Context.add(
          ContextualizedEmbeddings,
          services.contextualizedEmbeddings ?? { create: () => notServed }
        )
      )
    )
  )
