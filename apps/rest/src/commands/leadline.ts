// The command line `leadline`: commands, help and usage errors.
import { AuditNode } from "@leadline/store-sql"
import * as CliConfig from "effect/cli/CliConfig"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { hostname } from "node:os"
import { layerLogsOfCommand } from "../logging/logs.ts"
import { version } from "../version.ts"
import { asyncChats } from "./asyncChats.ts"
import { audit } from "./audit.ts"
import { backends } from "./backends.ts"
import { backup, restore } from "./backup.ts"
import { batch } from "./rows/batch.ts"
import { copy } from "./copy.ts"
import { evaluate } from "./rows/evaluate.ts"
import { fit } from "./rows/fit.ts"
import { groups } from "./groups.ts"
import { indexFolder } from "./indexFolder.ts"
import { keys } from "./keys/keys.ts"
import { mcp } from "./mcp.ts"
import { migrate } from "./migrate.ts"
import { reviews } from "./rows/reviews.ts"
import { policies } from "./rows/policies.ts"
import { serveCommand } from "./serve.ts"
import { usage } from "./usage.ts"
import { verify } from "./verify.ts"
import { withDefaultCommand } from "./defaultCommand.ts"

const root = Command.make("leadline").pipe(
  Command.withDescription(
    "A REST server for decisions, chat, embeddings and search. Without a command it serves: leadline --port 9000 is leadline serve --port 9000."
  ),
  Command.withSubcommands([
    serveCommand,
    keys,
    groups,
    usage,
    asyncChats,
    audit,
    backends,
    backup,
    restore,
    migrate,
    copy,
    indexFolder,
    evaluate,
    batch,
    fit,
    policies,
    reviews,
    verify,
    mcp
  ])
)

/** Requested help goes to standard output, usage errors go to standard error. */
const presenter: CliOutput.Presenter = {
  present: (event) => {
    switch (event._tag) {
      case "Help":
        if (event.reason === "Requested") return CliOutput.defaultPresenter.present(event)
        return Console.error(CliOutput.defaultFormatter({ colors: false }).formatHelpDoc(event.helpDoc))
      case "Version":
        return Console.log(event.version)
      case "InvalidInvocation": {
        const lines = event.errors.map(({ message }) => `leadline: ${message}`)
        return Console.error([...lines, `See: ${event.commandPath.join(" ")} --help`].join("\n"))
      }
    }
  }
}

const layer = Layer.mergeAll(
  layerLogsOfCommand,
  CliOutput.layerPresenter(presenter),
  CliConfig.layer({
    builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions, GlobalFlag.LogLevel]
  })
)

interface Named {
  readonly name: string
  readonly alias: string | undefined
  readonly subcommands: ReadonlyArray<{ readonly commands: ReadonlyArray<Named> }>
}

/** True for words that name a command that does not exist. */
const isUnknown = ({ subcommands }: Named, [word = "-", ...rest]: ReadonlyArray<string>): boolean => {
  if (subcommands.length === 0 || word.startsWith("-")) return false
  const found = subcommands
    .flatMap(({ commands }) => commands)
    .find(({ alias, name }) => [name, alias].includes(word))
  return found === undefined || isUnknown(found, rest)
}

/** Runs a command line. Help of a command that does not exist is a usage error, too. */
export const leadline = (words: ReadonlyArray<string>) =>
  Effect.suspend(() => {
    const given = withDefaultCommand(words)
    const args = isUnknown(root, given) ? given.filter((word) => word !== "--help" && word !== "-h") : given
    return Command.runWith(root, { version: version() })(args)
  }).pipe(Effect.provide(layer), Effect.provideService(AuditNode, `cli@${hostname()}`))
