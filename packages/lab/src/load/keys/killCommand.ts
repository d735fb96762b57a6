// Command line of the kill test: 100 rounds, or as many as the argument says.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { killAndRestart } from "./killAndRestart.ts"
import { exitOnSignals } from "../childProcess.ts"
import { readCount } from "../../commandLine.ts"

const usage = `npm run test:key-durability -- [number]    kills of a server that makes and revokes keys; default 100. Exit code 1 when
something that was acknowledged is lost.`

exitOnSignals()
const rounds = readCount(usage, 100)
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
