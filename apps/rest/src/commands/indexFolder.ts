// leadline index: builds the search index of a folder ahead of a start.
// Source: §4.8; what is searched is Assumed: ours.
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { readSettings } from "../settings/server.ts"
import { openDataDirectory } from "../store/dataDirectory.ts"
import { StartupError } from "../StartupError.ts"
import { dataDirectoryFlag, type Given, withGiven } from "./flags.ts"
import { jsonFlag, printJson } from "./output.ts"

/** Serving with the same folder and data directory then starts at once. */
export const indexFolder = Command.make(
  "index",
  {
    folder: Argument.String("path").pipe(Argument.withDescription("Folder of Markdown, HTML and text files")),
    json: jsonFlag,
    dataDir: dataDirectoryFlag
  },
  ({ dataDir, folder, json }) => {
    const documents: Given = { flag: "The path", variable: "LEADLINE_DOCUMENTS", value: folder }
    return Effect.gen(function* () {
      const settings = yield* readSettings
      // Loaded when needed: the other commands start without the engine.
      const [Embedded, { indexOptions }] = yield* Effect.promise(() =>
        Promise.all([import("@leadline/engine-embedded"), import("../engines/documents.ts")])
      )
      const options = indexOptions(settings, yield* openDataDirectory(settings.dataDirectory))
      const counts = yield* Embedded.indexFolder(options).pipe(
        Effect.catchTag("SearchFolderError", ({ message }) => Effect.fail(new StartupError({ message })))
      )
      const { kept, leftOut, read, removed } = counts
      const result = { folder: options.folder, index: options.indexFile, files: kept + read, ...counts }
      return yield* json
        ? printJson(result)
        : Console.log(
            `${result.files} files of ${result.folder} are indexed in ${result.index}: ${read} read, ${kept} unchanged, ` +
              `${removed} gone, ${leftOut} left out.`
          )
    }).pipe(withGiven([dataDir, documents]))
  }
).pipe(
  Command.withDescription(
    "Build the search index of a folder, or bring it up to date, and tell what that took. " +
      "A start with --documents on the same folder and data directory uses it. Progress goes to standard error."
  ),
  Command.withShortDescription("Build the search index of a folder"),
  Command.withExamples([
    { command: "leadline index ./handbook", description: "Before leadline serve --documents ./handbook" }
  ])
)
