// leadline serve: the server, with flags in place of environment variables.
// Source: none; the command line of this server.
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { dataDirectoryFlag, type Given, standsFor, withGiven } from "./given.ts"

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
  requestsPerSecond: standsFor(
    "requests-per-second",
    "LEADLINE_REQUESTS_PER_SECOND",
    "NUMBER",
    "Requests a second of one key group for one operation. Default 100"
  )
}

// Loaded when needed: it is most of the program, and the other commands start sooner without it.
const serve = Effect.flatMap(
  Effect.promise(() => import("../serve.ts")),
  (module) => module.serve
)

/** Serves with what the flags say, and the environment where they are silent. */
export const serveWith = (given: Readonly<Record<string, Given>>) => withGiven(Object.values(given))(serve)

/** Runs until it is told to stop. */
export const serveCommand = Command.make("serve", flags, serveWith).pipe(
  Command.withDescription(
    "Serve until SIGINT or SIGTERM. Each flag stands for the environment variable in brackets and wins over it. " +
      "Secrets have no flags: LEADLINE_API_KEY, LEADLINE_PEPPER and LEADLINE_PEPPER_PREVIOUS are read from the environment."
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
