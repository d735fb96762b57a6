// Helpers to run a worker in workerd: a configuration, and a fetch that waits until it listens.
/** Settings of a worker. */
export interface WorkerSettings {
  readonly port: number
  /** Path of its one module, relative to the configuration. */
  readonly module: string
  /** The compatibility date. */
  readonly date: string
  /** Further fields of the configuration. */
  readonly fields?: string
}

/** A configuration with one worker that may call this machine. */
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

/** The response of a server that may not listen yet. Retries every 50 ms, up to `tries` times. */
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
