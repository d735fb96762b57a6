// leadline backends: asks every backend what it can do; prints the form of the configuration file.
import type { CheckedBackend } from "@leadline/backends"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { engineSettings, readEngineSettings } from "../settings/engines.ts"
import { StartupError } from "../StartupError.ts"
import { flagOf, withFlags } from "./flags.ts"
import { jsonFlag, printJson, table } from "./output.ts"

const backendsFlag = flagOf(engineSettings.backends)

const rowsOf = ({ findings, kind, name }: CheckedBackend): ReadonlyArray<ReadonlyArray<string>> =>
  findings.map(({ advice = "", capability, isFailure, value }, index) => [
    index === 0 ? name : "",
    index === 0 ? kind : "",
    capability,
    isFailure === true ? `FAILS: ${value}` : value,
    advice
  ])

const check = Command.make("check", { backends: backendsFlag, json: jsonFlag }, ({ backends, json }) =>
  withFlags([backends])(
    Effect.gen(function* () {
      const settings = yield* readEngineSettings
      // Imported here, so that other commands start without the engines.
      const { checkBackends } = yield* Effect.promise(() => import("../engines/layer.ts"))
      const checked = yield* checkBackends(settings)
      if (checked.length === 0) {
        return yield* new StartupError({
          message: "No backend is configured: set LEADLINE_BACKENDS, or give --backends"
        })
      }
      yield* json
        ? printJson(checked)
        : Console.log(table(["BACKEND", "KIND", "CAPABILITY", "VALUE", "ADVICE"], checked.flatMap(rowsOf)))
      const failed = checked.filter(({ findings }) => findings.some(({ isFailure }) => isFailure === true))
      if (failed.length > 0) {
        const names = failed.map(({ name }) => name).join(", ")
        return yield* new StartupError({ message: `Not all backends can be used: ${names}` })
      }
    }).pipe(Effect.scoped)
  )
).pipe(
  Command.withDescription(
    "Ask every backend of the configuration what it can do, and print a table. The exit code is 1 when one cannot be used. " +
      "Programs that serve a backend are started for it, and ended."
  ),
  Command.withShortDescription("Ask every backend what it can do"),
  Command.withExamples([
    { command: "leadline backends check --backends backends.yaml", description: "Check a file" }
  ])
)

const schema = Command.make("schema", {}, () =>
  Effect.gen(function* () {
    const { PublishedFile } = yield* Effect.promise(() => import("@leadline/backends"))
    const { definitions, schema: root } = Schema.toJsonSchemaDocument(PublishedFile)
    yield* Console.log(
      JSON.stringify(
        { $schema: "https://json-schema.org/draft/2020-12/schema", ...root, $defs: definitions },
        null,
        2
      )
    )
  })
).pipe(
  Command.withDescription("Print the JSON Schema of the configuration file, for editors"),
  Command.withExamples([
    { command: "leadline backends schema > backends.schema.json", description: "For an editor" }
  ])
)

/** `leadline backends` with its subcommands. */
export const backends = Command.make("backends").pipe(
  Command.withDescription("Check the servers that answer in place of the embedded engine"),
  Command.withSubcommands([check, schema])
)
