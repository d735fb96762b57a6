// The servers by name, each in a process of its own.
import { join } from "node:path"
import { bareEnvironment, newFolder } from "../../processes.ts"
import { start, type Staying } from "../../runningProgram.ts"
import { forOneOperator, startServerProcess } from "../../serverProcess.ts"
import { key } from "./requests.ts"

/** Starts a server on a free port of this machine; gives the port. `upstream` takes spans. */
export type Serve = (upstream: string) => Promise<number>

/** The servers that one process of the benchmark's runs. Each loads only what it needs. */
export const servers = {
  leadline: async (upstream) => (await import("./leadline/server.ts")).serve(upstream),
  traced: async (upstream) => (await import("./leadline/traced.ts")).serve(upstream),
  fastify: async (upstream) => (await import("./rivals/fastify.ts")).serve(upstream),
  writer: async (upstream) => (await import("./rivals/writer.ts")).serve(upstream)
} satisfies { readonly [name: string]: Serve }

/** Any server; `program` is the server's own program, started as users start it. */
export type SubjectName = keyof typeof servers | "program"

/** A server that runs. */
export interface Running {
  readonly program: Staying
  readonly url: string
}

/** Starts a server. */
export const startSubject = async (name: SubjectName, upstream: string): Promise<Running> => {
  const program =
    name === "program"
      ? startServerProcess({
          cwd: newFolder(),
          // A busy machine makes the event loop late: the server would shed what is measured.
          env: { ...forOneOperator, LEADLINE_API_KEY: key, LEADLINE_MAX_LOOP_DELAY: "0" }
        })
      : start(
          [
            process.execPath,
            "--conditions=@leadline/source",
            join(import.meta.dirname, "subjectProcess.ts"),
            name,
            upstream
          ],
          { env: bareEnvironment() }
        )
  return { program, url: await program.listening() }
}
