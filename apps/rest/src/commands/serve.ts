// leadline serve: the server, with flags in place of environment variables.
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { dataDirectoryFlag, type Given, standsFor, withGiven } from "./flags.ts"

const flags = {
  port: standsFor("port", "PORT", "NUMBER", "TCP port; 0 takes a free one. Default 8080"),
  host: standsFor("host", "HOST", "ADDRESS", "Address to listen on. Default 127.0.0.1"),
  dataDir: dataDirectoryFlag,
  documents: standsFor(
    "documents",
    "LEADLINE_DOCUMENTS",
    "FOLDER",
    "Folder to search. Default: this project's documentation"
  ),
  documentsUrl: standsFor(
    "documents-url",
    "LEADLINE_DOCUMENTS_URL",
    "URL",
    "Stands before a file's path in the address of a result"
  ),
  engine: standsFor("engine", "LEADLINE_ENGINE", "ENGINES", "What answers: embedded, upstream or a mix"),
  upstreamUrl: standsFor("upstream-url", "LEADLINE_UPSTREAM_URL", "URL", "The server that upstream asks"),
  upstreamNetworks: standsFor(
    "upstream-networks",
    "LEADLINE_UPSTREAM_NETWORKS",
    "LIST",
    "Networks that are not public and may hold that server"
  ),
  requestsPerSecond: standsFor(
    "requests-per-second",
    "LEADLINE_REQUESTS_PER_SECOND",
    "NUMBER",
    "Requests a second of one key group for one operation. Default 100"
  ),
  tokensPerMinute: standsFor(
    "tokens-per-minute",
    "LEADLINE_TOKENS_PER_MINUTE",
    "NUMBER",
    "Input tokens a minute of one key group. Default 0, no limit"
  ),
  keysPerGroup: standsFor(
    "keys-per-group",
    "LEADLINE_KEYS_PER_GROUP",
    "NUMBER",
    "Active keys of one key group. Default 100"
  ),
  keysPerMinute: standsFor(
    "keys-per-minute",
    "LEADLINE_KEYS_PER_MINUTE",
    "NUMBER",
    "Keys that one key may make in a minute. Default 10"
  ),
  nodes: standsFor("nodes", "LEADLINE_NODES", "NUMBER", "Nodes that share the limits. Default 1"),
  proxies: standsFor("proxies", "LEADLINE_PROXIES", "LIST", "Proxies whose X-Forwarded-* is believed"),
  connectionsPerAddress: standsFor(
    "connections-per-address",
    "LEADLINE_CONNECTIONS_PER_ADDRESS",
    "NUMBER",
    "Connections of one address at once. Default 0, no limit"
  ),
  origins: standsFor("origins", "LEADLINE_ORIGINS", "LIST", "Origins whose pages may call from a browser"),
  shutdownSeconds: standsFor(
    "shutdown-seconds",
    "LEADLINE_SHUTDOWN_SECONDS",
    "SECONDS",
    "Time for an end in good order. Default 25"
  ),
  maxLoopDelay: standsFor(
    "max-loop-delay",
    "LEADLINE_MAX_LOOP_DELAY",
    "MILLISECONDS",
    "Lateness of the event loop beyond which bodies are refused. Default 200"
  ),
  logFormat: standsFor(
    "log-format",
    "LEADLINE_LOG_FORMAT",
    "FORMAT",
    "How requests are told: json, pretty or off"
  ),
  metrics: standsFor("metrics", "LEADLINE_METRICS", "on|off", "Whether the port shows metrics"),
  adminPort: standsFor("admin-port", "LEADLINE_ADMIN_PORT", "NUMBER", "A port for probes and metrics alone"),
  adminHost: standsFor(
    "admin-host",
    "LEADLINE_ADMIN_HOST",
    "ADDRESS",
    "Address of that port. Default 127.0.0.1"
  )
}

// Loaded when needed: it is most of the program, and the other commands start sooner without it.
const serve = Effect.flatMap(
  Effect.promise(() => import("../server/serve.ts")),
  (module) => module.serve
)

/** Serves with what the flags say, and the environment where they are silent. */
export const serveWith = (given: Readonly<Record<string, Given>>) => withGiven(Object.values(given))(serve)

/** Runs until it is told to stop. */
export const serveCommand = Command.make("serve", flags, serveWith).pipe(
  Command.withDescription(
    "Serve until SIGINT or SIGTERM. Each flag stands for the environment variable in brackets and wins over it. " +
      "Secrets have no flags and are read from the environment: LEADLINE_API_KEY, LEADLINE_PEPPER, " +
      "LEADLINE_PEPPER_PREVIOUS, LEADLINE_REDIS_URL and LEADLINE_UPSTREAM_API_KEY."
  ),
  Command.withShortDescription("Serve the HTTP contract"),
  Command.withExamples([
    { command: "leadline serve --port 9000", description: "On another port" },
    {
      command: "leadline serve --host 0.0.0.0 --data-dir /var/lib/leadline",
      description: "For other machines"
    }
  ])
)
