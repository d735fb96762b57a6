// A command line without a command: its options are those of serve.
import * as Exit from "effect/Exit"
import { assert, it } from "vitest"
import { exitCode } from "../../src/commands/exitCode.ts"
import { leadline } from "../support/runCommand.ts"

it("a command line that begins with options is read by serve, also for its errors, help and exit code", async () => {
  const error = 'leadline: --port: expected a whole number from 0 to 65535, got "http"\n'
  assert.deepInclude(await leadline(["--port", "http"]), { code: 2, error })
  assert.include((await leadline(["--memory", "--help"])).out, "--seed")
  assert.strictEqual(exitCode(["--log-level", "debug", "keys", "list"], Exit.interrupt()), 130)
})
