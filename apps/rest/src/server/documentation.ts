// This project's documentation, where chat and search know nothing else: its files as pages, at the addresses that answers cite.
import { plainRoute, type Route, ServerResponse } from "@leadline/core/internal"
import { isDocumentation } from "@leadline/engine-embedded"
import * as Effect from "effect/Effect"
import { globSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { project } from "../engines/documents.ts"
import type { Settings } from "../settings/server.ts"
import { shownUrl } from "./banner.ts"

type DocumentsSettings = Pick<Settings, "documents" | "documentsUrl" | "host" | "port" | "publicUrl">

/** The prefix of cited addresses. Undefined for a folder of the operator, and on a port that is not known yet. */
export const documentsUrlOf = ({
  documents,
  documentsUrl,
  host,
  port,
  publicUrl
}: DocumentsSettings): string | undefined => {
  if (documentsUrl !== undefined || documents !== undefined) return documentsUrl
  if (publicUrl !== undefined) return `${publicUrl}/`
  return port === 0 ? undefined : `${shownUrl(`http://${host.includes(":") ? `[${host}]` : host}:${port}`)}/`
}

/** Paths of the files. */
const filesOf = (): ReadonlyArray<string> =>
  globSync(["README.md", "docs/**/*.md", "{packages,apps}/*/README.md"], { cwd: project })
    .map((path) => path.replaceAll("\\", "/"))
    .filter(isDocumentation)

/** A browser shows plain text, and does not run it. */
const headers = { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" }

const pageOf = (path: string): Effect.Effect<ServerResponse> =>
  Effect.match(
    Effect.tryPromise(() => readFile(join(project, path))),
    {
      onFailure: () => new ServerResponse(404, {}, ""),
      onSuccess: (bytes) => new ServerResponse(200, { ...headers }, bytes)
    }
  )

/** The pages, without a key. None where a folder of the operator is searched. */
export const documentationPages = ({ documents }: DocumentsSettings): ReadonlyArray<Route> =>
  documents === undefined
    ? filesOf().map((path) => ({
        ...plainRoute(`/${path}`, () => pageOf(path)),
        operation: "documentation",
        spanName: "documentation"
      }))
    : []
