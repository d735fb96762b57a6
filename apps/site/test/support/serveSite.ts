// The built site on a port of this machine, as GitHub Pages serves it.
import { createServer } from "node:http"
import { once } from "node:events"
import { existsSync, readFileSync, statSync } from "node:fs"
import { extname, join } from "node:path"

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
  const server = createServer((request, response) => {
    const file = fileOf(decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname))
    response.statusCode = file.endsWith("404.html") ? 404 : 200
    response.setHeader("content-type", types[extname(file)] ?? "application/octet-stream")
    response.end(readFileSync(file))
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  const address = server.address()
  const port = typeof address === "object" ? address?.port : undefined
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() && server.closeAllConnections() }
}
