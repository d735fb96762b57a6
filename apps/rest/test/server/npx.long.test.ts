// A server that npx has started through a shell: SIGTERM to npx ends that shell, which does not pass it on.
import { programArguments, serverProgram } from "@leadline/lab/program"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { assert, it } from "vitest"
import { eventually, inTime } from "../support/eventually.ts"
import { emptyDirectory } from "../support/serverProcess.ts"

/** A server in memory, started by a shell as `npx` does, or as a script does that is no part of npm. */
const start = async (env: object) => {
  const words = [process.execPath, ...programArguments(serverProgram), "serve", "--memory", "--port", "0"]
  // With a command after it, no shell replaces itself by the server.
  const shell = spawn("/bin/sh", ["-c", '"$@"; exit 0', "sh", ...words], {
    cwd: emptyDirectory(),
    env: { PATH: process.env["PATH"], ...env }
  })
  let output = ""
  shell.stdout.on("data", (data: Buffer) => (output += data.toString()))
  // Its pipes are those of the server: they close when both have ended.
  const closed = once(shell, "close")
  await eventually(
    "a server that has started",
    () => output.includes("curl "),
    () => output
  )
  const [, url = ""] = /on (http:\S+)/.exec(output) ?? []
  return { shell, url, closed }
}

it("a server that npx started ends with its shell", async () => {
  const { closed, shell, url } = await start({ npm_command: "exec" })
  shell.kill("SIGTERM")
  await inTime("the end of the server", closed)
  const answered = await fetch(`${url}/-/live`).then(
    () => true,
    () => false
  )
  assert.isFalse(answered)
})
