// A command line without a command: its options are those of serve.
import * as Exit from "effect/Exit"
import { assert, describe, it } from "vitest"
import { exitCode } from "../../src/commands/exitCode.ts"
import { withDefaultCommand } from "../../src/commands/defaultCommand.ts"
import { leadline } from "../support/runCommand.ts"

describe("a command line that begins with options", () => {
  it.each([
    [[], ["serve"]],
    [
      ["--port", "9000"],
      ["serve", "--port", "9000"]
    ],
    [
      ["--log-level=debug", "keys", "list"],
      ["keys", "--log-level=debug", "list"]
    ],
    [
      ["keys", "list", "--json"],
      ["keys", "list", "--json"]
    ],
    [["--help"], ["--help"]]
  ])("%j is %j", (args, expected) => assert.deepStrictEqual(withDefaultCommand(args), expected))

  it("is read by serve, also for its errors, help and exit code", async () => {
    const wrong = await leadline(["--port", "http"])
    assert.strictEqual(wrong.error, 'leadline: --port: expected a whole number from 0 to 65535, got "http"\n')
    assert.strictEqual(wrong.code, 2)
    assert.include((await leadline(["--memory", "--help"])).out, "--seed")
    for (const args of [
      ["--port", "9000"],
      ["--log-level", "debug", "serve"]
    ]) {
      assert.strictEqual(exitCode(args, Exit.interrupt()), 0)
    }
    assert.strictEqual(exitCode(["--log-level", "debug", "keys", "list"], Exit.interrupt()), 130)
  })
})
