// leadline mcp: the tools of an MCP server on standard input and output.
import * as Command from "effect/cli/Command"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { engineSettings, readEngineSettings } from "../settings/engines.ts"
import { StartupError } from "../StartupError.ts"
import { flagOf, withFlags } from "./flags.ts"

const optional = <A>(config: Config.Config<A>) =>
  Effect.mapBoth(Config.option(config), {
    onSuccess: Option.getOrUndefined,
    onFailure: ({ message }) => new StartupError({ message })
  })

/** `leadline mcp`, which runs until its input ends. */
export const mcp = Command.make("mcp", { documents: flagOf(engineSettings.documents) }, ({ documents }) =>
  withFlags([documents])(
    Effect.gen(function* () {
      const settings = yield* readEngineSettings
      const baseUrl = yield* optional(Config.URL("LEADLINE_BASE_URL"))
      const apiKey = yield* optional(Config.Redacted("LEADLINE_API_KEY"))
      // Imported here, so that other commands start without it.
      const { serveStdio } = yield* Effect.promise(() => import("../mcp/stdio.ts"))
      return yield* serveStdio(settings, baseUrl, apiKey)
    }).pipe(Effect.scoped)
  )
).pipe(
  Command.withDescription(
    "Serve the tools decide, search, fetch and ask over the Model Context Protocol, on standard input and output. " +
      "With LEADLINE_BASE_URL and LEADLINE_API_KEY they ask that server, else the engines of this process. " +
      "A server has the same tools at /mcp."
  ),
  Command.withShortDescription("Serve tools to MCP hosts on standard input and output"),
  Command.withExamples([
    { command: "leadline mcp --documents ./handbook", description: "Search and ask over a folder" }
  ])
)
