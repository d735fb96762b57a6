// What it takes to run a worker in workerd: a port, a configuration, and patience until it listens.
import { createServer } from "node:net"

/** A port nobody has, a moment ago. */
export const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => done(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

/** A worker to be configured. */
export interface WorkerSettings {
  readonly port: number
  /** Path of its one module, from the configuration on. */
  readonly module: string
  /** Workers choose behaviour by a date. */
  readonly date: string
  /** Further fields. */
  readonly fields?: string
}

/** A configuration with one worker, which may call this machine. */
export const workerConfig = ({
  date,
  fields = "",
  module,
  port
}: WorkerSettings) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["private"]))
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "${module}")],
  compatibilityDate = "${date}",
  ${fields}
  globalOutbound = "internet"
);
`

/** An answer of what may not listen yet: tried again every 50 ms, so many times at most. */
export const answerOf = async (url: string, tries: number): Promise<Response> => {
  for (let tried = 0; ; tried++) {
    try {
      return await fetch(url)
    } catch (error) {
      if (tried === tries) throw error
      await new Promise((done) => setTimeout(done, 50))
    }
  }
}
