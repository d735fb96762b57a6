// leadline serve: runs the server. Each flag sets an environment variable.
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { dataDirectoryFlag, databaseUrlFlag, type VariableFlag, variableFlag, withFlags } from "./flags.ts"

const flags = {
  port: variableFlag("port", "PORT", "NUMBER", "TCP port; 0 takes a free one. Default: 8080"),
  host: variableFlag("host", "HOST", "ADDRESS", "Address to listen on. Default: 127.0.0.1"),
  dataDir: dataDirectoryFlag,
  databaseUrl: databaseUrlFlag,
  databaseConnections: variableFlag(
    "database-connections",
    "LEADLINE_DATABASE_CONNECTIONS",
    "NUMBER",
    "Connections to a PostgreSQL. Default: 10"
  ),
  databaseTimeout: variableFlag(
    "database-timeout",
    "LEADLINE_DATABASE_TIMEOUT",
    "SECONDS",
    "Time that a request waits for a PostgreSQL. Default: 5"
  ),
  documents: variableFlag(
    "documents",
    "LEADLINE_DOCUMENTS",
    "FOLDER",
    "Folder to search. Default: the documentation of this project"
  ),
  documentsUrl: variableFlag(
    "documents-url",
    "LEADLINE_DOCUMENTS_URL",
    "URL",
    "Prefix of the URLs in search results"
  ),
  engine: variableFlag(
    "engine",
    "LEADLINE_ENGINE",
    "ENGINES",
    "Engines: embedded, upstream, openai or a mix, like upstream,search=embedded"
  ),
  backends: variableFlag(
    "backends",
    "LEADLINE_BACKENDS",
    "FILE",
    "File with backends and routes, in place of --engine"
  ),
  modelServerUrl: variableFlag(
    "model-server-url",
    "LEADLINE_MODEL_SERVER_URL",
    "URL",
    "URL of the model server of the engine openai, which ends in /v1"
  ),
  modelServerModel: variableFlag(
    "model-server-model",
    "LEADLINE_MODEL_SERVER_MODEL",
    "NAME",
    "Model to use there. Default: the first one it lists"
  ),
  upstreamUrl: variableFlag("upstream-url", "LEADLINE_UPSTREAM_URL", "URL", "URL of the upstream server"),
  upstreamNetworks: variableFlag(
    "upstream-networks",
    "LEADLINE_UPSTREAM_NETWORKS",
    "LIST",
    "Private networks in which the upstream server and the model server may be"
  ),
  requestsPerSecond: variableFlag(
    "requests-per-second",
    "LEADLINE_REQUESTS_PER_SECOND",
    "NUMBER",
    "Requests per second, per key group and operation. Default: 100"
  ),
  tokensPerMinute: variableFlag(
    "tokens-per-minute",
    "LEADLINE_TOKENS_PER_MINUTE",
    "NUMBER",
    "Input tokens per minute and key group. Default: 0, no limit"
  ),
  keysPerGroup: variableFlag(
    "keys-per-group",
    "LEADLINE_KEYS_PER_GROUP",
    "NUMBER",
    "Active keys per group. Default: 100"
  ),
  keysPerMinute: variableFlag(
    "keys-per-minute",
    "LEADLINE_KEYS_PER_MINUTE",
    "NUMBER",
    "Keys that the keys of a group may create per minute. Default: 10"
  ),
  storedBytesPerGroup: variableFlag(
    "stored-bytes-per-group",
    "LEADLINE_STORED_BYTES_PER_GROUP",
    "NUMBER",
    "Bytes of skills and async chats per group. Default: 268435456"
  ),
  acceptClock: variableFlag(
    "accept-clock",
    "LEADLINE_ACCEPT_CLOCK",
    "on|off",
    "Whether to start although the clock is far from the last write. Default: off"
  ),
  acceptOpenDirectory: variableFlag(
    "accept-open-directory",
    "LEADLINE_ACCEPT_OPEN_DIRECTORY",
    "on|off",
    "Whether to start although every user of this machine can write the data directory. Default: off"
  ),
  sharedLimits: variableFlag(
    "shared-limits",
    "LEADLINE_SHARED_LIMITS",
    "on|off",
    "Whether nodes on one PostgreSQL count limits together. Default: on"
  ),
  nodes: variableFlag("nodes", "LEADLINE_NODES", "NUMBER", "Nodes that share the limits. Default: 1"),
  publicUrl: variableFlag(
    "public-url",
    "LEADLINE_PUBLIC_URL",
    "URL",
    "URL under which callers reach the server, for download addresses"
  ),
  proxies: variableFlag(
    "proxies",
    "LEADLINE_PROXIES",
    "LIST",
    "Trusted proxies, whose X-Forwarded-For header is used"
  ),
  connectionsPerAddress: variableFlag(
    "connections-per-address",
    "LEADLINE_CONNECTIONS_PER_ADDRESS",
    "NUMBER",
    "Concurrent connections per address. Default: 1000; 0, no limit"
  ),
  minDataRate: variableFlag(
    "min-data-rate",
    "LEADLINE_MIN_DATA_RATE",
    "NUMBER",
    "Least bytes per second of a body or an answer. Default: 1024; 0, no limit"
  ),
  origins: variableFlag(
    "origins",
    "LEADLINE_ORIGINS",
    "LIST",
    "Origins of web pages that may call the server"
  ),
  shutdownSeconds: variableFlag(
    "shutdown-seconds",
    "LEADLINE_SHUTDOWN_SECONDS",
    "SECONDS",
    "Time for a graceful shutdown. Default: 25"
  ),
  maxLoopDelay: variableFlag(
    "max-loop-delay",
    "LEADLINE_MAX_LOOP_DELAY",
    "MILLISECONDS",
    "Event loop delay above which the key groups with most requests get 503; 0 never. Default: 200"
  ),
  logFormat: variableFlag("log-format", "LEADLINE_LOG_FORMAT", "FORMAT", "Access log: json, pretty or off"),
  logAddresses: variableFlag(
    "log-addresses",
    "LEADLINE_LOG_ADDRESSES",
    "DETAIL",
    "Addresses of callers in the access log: off, truncated or full. Default: off"
  ),
  metrics: variableFlag("metrics", "LEADLINE_METRICS", "on|off", "Whether the port serves metrics"),
  adminPort: variableFlag(
    "admin-port",
    "LEADLINE_ADMIN_PORT",
    "NUMBER",
    "Separate port for probes, metrics and the admin API"
  ),
  adminHost: variableFlag(
    "admin-host",
    "LEADLINE_ADMIN_HOST",
    "ADDRESS",
    "Address of the admin port. Default: 127.0.0.1"
  )
}

// Imported when needed, because other commands start faster without it.
const serve = Effect.flatMap(
  Effect.promise(() => import("../server/serve.ts")),
  (module) => module.serve
)

/** Serves with the given flags; the environment provides the other settings. */
export const serveWith = (given: Readonly<Record<string, VariableFlag>>) =>
  withFlags(Object.values(given))(serve)

/** `leadline serve`, which runs until SIGINT or SIGTERM. */
export const serveCommand = Command.make("serve", flags, serveWith).pipe(
  Command.withDescription(
    "Serve until SIGINT or SIGTERM. Each flag overrides the environment variable in brackets. " +
      "Secrets have no flags and are read from the environment: LEADLINE_ADMIN_TOKEN, LEADLINE_API_KEY, " +
      "LEADLINE_MODEL_SERVER_API_KEY, LEADLINE_PEPPER, LEADLINE_PEPPER_PREVIOUS, LEADLINE_REDIS_URL and " +
      "LEADLINE_UPSTREAM_API_KEY."
  ),
  Command.withShortDescription("Run the REST server"),
  Command.withExamples([
    { command: "leadline serve --port 9000", description: "Listen on another port" },
    {
      command: "leadline serve --host 0.0.0.0 --data-dir /var/lib/leadline",
      description: "Accept requests from other machines"
    }
  ])
)
