// leadline serve: runs the server. Each flag sets an environment variable.
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { settingsTable } from "../settings/table.ts"
import { flagOf, type VariableFlag, withFlags } from "./flags.ts"
import { UsageError } from "./UsageError.ts"

const all = Object.entries(settingsTable)

const flags = Object.fromEntries(
  all.flatMap(([name, setting]) => (setting.metavar === undefined ? [] : [[name, flagOf(setting)]]))
)

const secrets = all
  .flatMap(([, { metavar, variable }]) => (metavar === undefined ? [variable] : []))
  .toSorted()

const inMemory = {
  memory: Flag.Boolean("memory").pipe(
    Flag.withDescription(
      "Keep everything in memory, with a known API key, for tests of other programs: no file is written"
    ),
    Flag.withDefault(false)
  ),
  seed: Flag.Int("seed").pipe(
    Flag.withMetavar("NUMBER"),
    Flag.withDescription(
      "With --memory: the same requests in the same order get the same ids, and time stands still"
    ),
    Flag.optional
  )
}

interface Memory {
  readonly memory: boolean
  readonly seed: Option.Option<number>
}

/** Serves with the given flags; the environment provides the other settings. */
const serveWith = (given: Readonly<Record<string, VariableFlag>>, { memory, seed }: Memory) =>
  !memory && Option.isSome(seed)
    ? Effect.fail(new UsageError({ message: "--seed: only with --memory" }))
    : // Imported when needed, because other commands start faster without it.
      Effect.promise(() => import("../server/serve.ts")).pipe(
        Effect.flatMap(({ serve }) => serve(memory ? { seed: Option.getOrUndefined(seed) } : undefined)),
        withFlags(Object.values(given))
      )

/** `leadline serve`, which runs until SIGINT or SIGTERM. */
export const serveCommand = Command.make(
  "serve",
  { settings: flags, inMemory },
  ({ inMemory: memory, settings }) => serveWith(settings, memory)
).pipe(
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
    },
    { command: "leadline serve --memory --seed 1", description: "Answer the same in every run of a test" }
  ])
)
