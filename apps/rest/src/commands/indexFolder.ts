// leadline index: builds the search index of a folder.
// Source: §4.8; what is searched is Assumed: ours.
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { readDocumentsSettings } from "../settings/engines.ts"
import { readDirectorySettings } from "../settings/store.ts"
import { StartupError } from "../StartupError.ts"
import { openDataDirectory } from "../store/dataDirectory.ts"
import { storeFlags, type VariableFlag, withFlags } from "./flags.ts"
import { jsonFlag, printJson } from "./output.ts"

/** A server started with the same folder and data directory uses the index. */
export const indexFolder = Command.make(
  "index",
  {
    folder: Argument.String("path").pipe(Argument.withDescription("Folder of Markdown, HTML and text files")),
    json: jsonFlag,
    dataDir: storeFlags.dataDir
  },
  ({ dataDir, folder, json }) => {
    const documents: VariableFlag = { flag: "The path", variable: "LEADLINE_DOCUMENTS", value: folder }
    return Effect.gen(function* () {
      const settings = yield* readDocumentsSettings
      if (!existsSync(folder)) {
        return yield* new StartupError({ message: `The folder ${resolve(folder)} does not exist` })
      }
      // Imported here, so that other commands start without the engine.
      const [Embedded, { indexOptions }] = yield* Effect.promise(() =>
        Promise.all([import("@leadline/engine-embedded"), import("../engines/documents.ts")])
      )
      const options = indexOptions(settings, yield* openDataDirectory(yield* readDirectorySettings))
      const counts = yield* Embedded.indexFolder(options).pipe(
        Effect.catchTag("SearchFolderError", ({ message }) => Effect.fail(new StartupError({ message })))
      )
      const { kept, leftOut, otherKinds, read, removed } = counts
      const result = { folder: options.folder, index: options.indexFile, files: kept + read, ...counts }
      return yield* json
        ? printJson(result)
        : Console.log(
            `Indexed ${result.files} files of ${result.folder} in ${result.index}: ${read} read, ${kept} unchanged, ` +
              `${removed} removed, ${leftOut} skipped, ${otherKinds} of other kinds.`
          )
    }).pipe(withFlags([dataDir, documents]))
  }
).pipe(
  Command.withDescription(
    "Build or update the search index of a folder. " +
      "A server started with --documents on the same folder and data directory uses it. " +
      "Progress goes to standard error."
  ),
  Command.withShortDescription("Build the search index of a folder"),
  Command.withExamples([
    { command: "leadline index ./handbook", description: "Then run leadline serve --documents ./handbook" }
  ])
)
