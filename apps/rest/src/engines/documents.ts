// What search looks through: a folder that is given, or the documentation that comes with this project.
// Source: §4.8; what is searched is Assumed: ours.
import * as Embedded from "@leadline/engine-embedded"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { join, resolve } from "node:path"
import type { Settings } from "../settings/server.ts"
import { StartupError } from "../StartupError.ts"

/** The repository this server stands in. */
const project = resolve(import.meta.dirname, "../../../..")

/** Where documents are, and under which address. */
type DocumentsSettings = Pick<Settings, "documents" | "documentsUrl">

/** What is indexed for a server. The index is kept in the data directory, apart for each kind of folder. */
export const indexOptions = ({ documents, documentsUrl }: DocumentsSettings, directory: string) => ({
  folder: documents === undefined ? project : resolve(documents),
  include: documents === undefined ? Embedded.isDocumentation : undefined,
  indexFile: join(directory, documents === undefined ? "project.index" : "documents.index"),
  baseUrl: documentsUrl
})

/** `Search` for a server. */
export const layerDocuments = (settings: DocumentsSettings, directory: string) =>
  Embedded.layerSearch(indexOptions(settings, directory)).pipe(
    Layer.catchTag("SearchFolderError", ({ message }) =>
      Layer.effectContext(Effect.fail(new StartupError({ message: `LEADLINE_DOCUMENTS: ${message}` })))
    )
  )
