// The documents for search: a given folder, or the documentation of this project.
// Source: §4.8; what is searched is Assumed: ours.
import { make, Search } from "@leadline/core/search"
import * as Embedded from "@leadline/engine-embedded"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { join, resolve } from "node:path"
import type { EngineSettings } from "../settings/engines.ts"
import { StartupError } from "../StartupError.ts"

/** The root of this repository. */
export const project = resolve(import.meta.dirname, "../../../..")

type DocumentsSettings = Pick<EngineSettings, "documents" | "documentsUrl">

/**
 * Options of the search index. It is stored in the data directory, under another name for a given folder; without a
 * directory it is not kept.
 */
export const indexOptions = (
  { documents, documentsUrl }: DocumentsSettings,
  dataDirectory: string | undefined
) => ({
  folder: documents === undefined ? project : resolve(documents),
  include: documents === undefined ? Embedded.isDocumentation : undefined,
  indexFile:
    dataDirectory && join(dataDirectory, documents === undefined ? "project.index" : "documents.index"),
  baseUrl: documentsUrl
})

/** Called with the numbers of documents and of files of other kinds, once they are indexed. Default: does nothing. */
export const DocumentsIndexed = Context.Reference<(count: number, otherKinds: number) => void>(
  "@leadline/rest/DocumentsIndexed",
  {
    defaultValue: () => () => undefined
  }
)

const tellCount = Effect.gen(function* () {
  const { count, otherKinds } = yield* Embedded.SearchIndex
  const tell = yield* DocumentsIndexed
  tell(yield* count, yield* otherKinds)
})

const layerFolder = (settings: DocumentsSettings, dataDirectory: string | undefined) =>
  Layer.effectDiscard(tellCount).pipe(
    Layer.provideMerge(Embedded.layerSearch(indexOptions(settings, dataDirectory))),
    Layer.catchTag("SearchFolderError", ({ message }) =>
      Layer.effectContext(Effect.fail(new StartupError({ message: `LEADLINE_DOCUMENTS: ${message}` })))
    )
  )

/** `Search` that is built by its first request, as most tests of other programs search nothing. */
const layerWhenAsked = <E>(search: Layer.Layer<Search, E>) =>
  Layer.effect(
    Search,
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const building = yield* Effect.cached(Effect.forkIn(Layer.buildWithScope(search, scope), scope))
      const built = Effect.orDie(Effect.flatMap(building, Fiber.join))
      return make({
        create: (request) => Effect.flatMap(built, (context) => Context.get(context, Search).create(request))
      })
    })
  )

/**
 * `Search` over the documents. Fails with a StartupError when the folder cannot be read. Without an index that is kept,
 * the documentation is read by the first search.
 */
export const layerDocuments = (
  settings: DocumentsSettings,
  dataDirectory: string | undefined
): Layer.Layer<Search, StartupError | Embedded.EngineDataError> => {
  const search = layerFolder(settings, dataDirectory)
  return dataDirectory === undefined && settings.documents === undefined ? layerWhenAsked(search) : search
}
