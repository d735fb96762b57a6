// The server's own program with its embedded engines, started as users start it, in a data directory of its own.
import { fork } from "node:child_process"
import { join } from "node:path"
import { type Child, childOf, killOnExit, newFolder } from "../../../processes.ts"
import { key } from "../Subject.ts"

const main = join(import.meta.dirname, "../../../../../../apps/rest/src/main.ts")

/** The flag of Node that loads what answers the benchmark about a process. */
export const preload = `--import=${join(import.meta.dirname, "../processes/control.ts")}`

/** Its address, from what it prints when it listens. */
const listening = /http:\/\/127\.0\.0\.1:(\d+)/

/** Starts it; gives the process and the port. */
export const startServerProgram = async (): Promise<{ readonly child: Child; readonly port: number }> => {
  const directory = newFolder()
  const program = killOnExit(
    fork(main, ["serve"], {
      cwd: directory,
      env: {
        ...process.env,
        LEADLINE_API_KEY: key,
        LEADLINE_DATA_DIR: directory,
        LEADLINE_LOG_FORMAT: "off",
        // A busy machine makes the event loop late: the server would shed what is measured.
        LEADLINE_MAX_LOOP_DELAY: "0",
        LEADLINE_REQUESTS_PER_SECOND: "1000000",
        PORT: "0"
      },
      execArgv: ["--conditions=@leadline/source", preload],
      stdio: ["ignore", "pipe", "inherit", "ipc"]
    })
  )
  const port = await new Promise<number>((resolve, reject) => {
    let text = ""
    program.once("exit", (code) => reject(new Error(`The program ended with ${code}: ${text}`)))
    program.stdout?.setEncoding("utf8").on("data", (part: string) => {
      text += part
      const found = listening.exec(text)?.[1]
      if (found !== undefined) resolve(Number(found))
    })
  })
  return { child: childOf(program, "program"), port }
}
