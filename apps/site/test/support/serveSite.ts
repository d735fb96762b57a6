// The built site on a port of this machine, as GitHub Pages serves it.
import { existsSync, readFileSync, statSync } from "node:fs"
import { extname, join } from "node:path"
import { serveHttp } from "../../../../packages/lab/src/ports.ts"

/** What `npm run site` wrote. */
export const built = join(import.meta.dirname, "../../dist")

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml"
}

const fileOf = (path: string): string =>
  [path, `${path}.html`, join(path, "index.html")]
    .map((each) => join(built, each))
    .find((file) => existsSync(file) && statSync(file).isFile()) ?? join(built, "404.html")

/** Serves it until `close`. */
export const serveSite = async () => {
  const { close, url } = await serveHttp((request, response) => {
    const file = fileOf(decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname))
    response.statusCode = file.endsWith("404.html") ? 404 : 200
    response.setHeader("content-type", types[extname(file)] ?? "application/octet-stream")
    response.end(readFileSync(file))
  })
  return { origin: url, close }
}
