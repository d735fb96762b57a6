// Starts the REST server as a child process, with a store and keys of its own.
import { createKey, layerPepperFile } from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { listeningAddress } from "../shutdown/shutDownUnderLoad.ts"
import { serverEnvironment, killOnExit } from "../childProcess.ts"
import { programArguments, serverProgram } from "../../program.ts"
import type { Group, Target } from "./Attack.ts"

const keyOf = (group: Group) =>
  Effect.map(createKey({ group, createGroup: true }), ({ key }) => Redacted.value(key))

const makeKeys = (directory: string): Promise<Target["keys"]> => {
  const store = Layer.merge(
    Sqlite.layer({ filename: join(directory, "leadline.sqlite") }),
    layerPepperFile({ directory })
  )
  const made = Effect.all({
    bombs: keyOf("bombs"),
    slow: keyOf("slow"),
    bodies: keyOf("bodies"),
    streams: keyOf("streams"),
    noise: keyOf("noise"),
    calm: keyOf("calm")
  })
  return Effect.runPromise(Effect.provide(made, store))
}

/** Starts the server on a free port, with default settings but for these. */
export const startServer = async (settings: { readonly [name: string]: string } = {}) => {
  const cwd = mkdtempSync(join(tmpdir(), "leadline-attack-"))
  const directory = join(cwd, ".leadline")
  mkdirSync(directory, { mode: 0o700 })
  const clear = () => rmSync(cwd, { recursive: true, force: true })
  process.once("exit", clear)
  const keys = await makeKeys(directory)
  const child = killOnExit(
    spawn(process.execPath, programArguments(serverProgram), {
      cwd,
      env: { ...serverEnvironment(), ...settings, PORT: "0" },
      stdio: ["ignore", "pipe", "pipe"]
    })
  )
  /** Its last lines on standard error. */
  const troubles: Array<string> = []
  child.stderr.on("data", (data: Buffer) => {
    troubles.push(...data.toString().split("\n").filter(Boolean))
    troubles.splice(0, troubles.length - 20)
  })
  const baseUrl = await listeningAddress(child)
  // The access log is not kept.
  child.stdout.removeAllListeners("data").resume()
  const victim: Target = { port: Number(new URL(baseUrl).port), keys }
  const stop = async () => {
    const gone = new Promise((done) => child.once("exit", done))
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL")
      await gone
    }
    clear()
    process.off("exit", clear)
  }
  return { baseUrl, child, stop, troubles, victim }
}
