// The documents for search: a given folder, or the documentation of this project.
// Source: §4.8; what is searched is Assumed: ours.
import * as Embedded from "@leadline/engine-embedded"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { join, resolve } from "node:path"
import type { Settings } from "../settings/server.ts"
import { StartupError } from "../StartupError.ts"

/** The root of this repository. */
const project = resolve(import.meta.dirname, "../../../..")

type DocumentsSettings = Pick<Settings, "documents" | "documentsUrl">

/** Options of the search index. It is stored in the data directory, under another name for a given folder. */
export const indexOptions = ({ documents, documentsUrl }: DocumentsSettings, dataDirectory: string) => ({
  folder: documents === undefined ? project : resolve(documents),
  include: documents === undefined ? Embedded.isDocumentation : undefined,
  indexFile: join(dataDirectory, documents === undefined ? "project.index" : "documents.index"),
  baseUrl: documentsUrl
})

/** `Search` over the documents. Fails with a StartupError when the folder cannot be read. */
export const layerDocuments = (settings: DocumentsSettings, dataDirectory: string) =>
  Embedded.layerSearch(indexOptions(settings, dataDirectory)).pipe(
    Layer.catchTag("SearchFolderError", ({ message }) =>
      Layer.effectContext(Effect.fail(new StartupError({ message: `LEADLINE_DOCUMENTS: ${message}` })))
    )
  )
