// leadline serve: runs the server. Each flag sets an environment variable.
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { settingsTable } from "../settings/table.ts"
import { flagOf, type VariableFlag, withFlags } from "./flags.ts"

const all = Object.entries(settingsTable)

const flags = Object.fromEntries(
  all.flatMap(([name, setting]) => (setting.metavar === undefined ? [] : [[name, flagOf(setting)]]))
)

const secrets = all
  .flatMap(([, { metavar, variable }]) => (metavar === undefined ? [variable] : []))
  .toSorted()

// Imported when needed, because other commands start faster without it.
const serve = Effect.flatMap(
  Effect.promise(() => import("../server/serve.ts")),
  (module) => module.serve
)

/** Serves with the given flags; the environment provides the other settings. */
export const serveWith = (given: Readonly<Record<string, VariableFlag>>) =>
  withFlags(Object.values(given))(serve)

/** `leadline serve`, which runs until SIGINT or SIGTERM. */
export const serveCommand = Command.make("serve", flags, serveWith).pipe(
  Command.withDescription(
    "Serve until SIGINT or SIGTERM. Each flag overrides the environment variable in brackets. " +
      `Secrets have no flags and are read from the environment: ${secrets.slice(0, -1).join(", ")} and ${secrets.at(-1)}.`
  ),
  Command.withShortDescription("Run the REST server"),
  Command.withExamples([
    { command: "leadline serve --port 9000", description: "Listen on another port" },
    {
      command: "leadline serve --host 0.0.0.0 --data-dir /var/lib/leadline",
      description: "Accept requests from other machines"
    }
  ])
)
