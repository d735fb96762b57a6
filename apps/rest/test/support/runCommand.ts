// Runs the command line within the test process.
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { assert } from "vitest"
import { exitCode, printError } from "../../src/commands/exitCode.ts"
import { leadline as program } from "../../src/commands/leadline.ts"

/** Runs `leadline` with arguments, without standard input. */
export const leadline = (
  args: ReadonlyArray<string>,
  { directory = "/does/not/exist", env = {} }: { readonly directory?: string; readonly env?: object } = {}
) => {
  const seen = { out: "", error: "" }
  const console: Console.Console = Object.assign(Object.create(globalThis.console), {
    log: (text: string) => (seen.out += `${text}\n`),
    error: (text: string) => (seen.error += `${text}\n`)
  })
  const ran = program(args).pipe(
    Effect.tapCause(printError),
    Effect.exit,
    Effect.map((exit) => ({ code: exitCode(args, exit), ...seen })),
    Effect.provide(
      Layer.mergeAll(
        NodeServices.layer,
        Stdio.layerTest({ stdin: Stream.empty, stdinIsTerminal: Effect.succeed(false) })
      )
    ),
    Effect.provideService(Console.Console, console),
    Effect.provideService(
      ConfigProvider.ConfigProvider,
      ConfigProvider.fromEnv({ env: { LEADLINE_DATA_DIR: directory, ...env } })
    )
  )
  return Effect.runPromise(ran)
}

/** Commands on one data directory, by their words. */
export const commandsIn = (directory: string) => {
  const run = (line: string) => leadline(line.split(" "), { directory })
  /** Runs a command that must succeed. */
  const succeed = async (line: string) => {
    const ran = await run(line)
    assert.strictEqual(ran.code, 0, ran.error)
    return ran
  }
  return {
    run,
    succeed,
    /** The output of a command with `--json`. */
    json: async <A>(line: string): Promise<A> => JSON.parse((await succeed(`${line} --json`)).out) as A
  }
}
