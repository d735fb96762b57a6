// Command line of the kill test: 100 rounds, or as many as the argument says.
// node --conditions=@leadline/source packages/testing/src/load/keys/killCommand.ts [rounds]
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { killAndRestart } from "./killAndRestart.ts"
import { exitOnSignals } from "../childProcess.ts"

exitOnSignals()
const rounds = Number(process.argv[2] ?? 100)
const cwd = mkdtempSync(join(tmpdir(), "leadline-kills-"))
process.once("exit", () => rmSync(cwd, { recursive: true, force: true }))
const main = resolve(import.meta.dirname, "../../../../../apps/rest/src/main.ts")
const { chats, lost, made, revoked } = await killAndRestart(
  { program: ["--conditions=@leadline/source", main], cwd },
  rounds
)
for (const one of lost) console.error(one)
console.log(
  `${rounds} kills; ${made} keys made, ${revoked} revoked, ${chats} async chats created, ${lost.length} states lost`
)
process.exitCode = lost.length === 0 ? 0 : 1
