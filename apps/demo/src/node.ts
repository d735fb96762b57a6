// The demo on Node.
// Source: none; Assumed: ours.
import { serve } from "srvx"
import demo from "./main.ts"

const server = serve({
  fetch: (request) => demo.fetch(request),
  hostname: demo.hostname,
  port: demo.port,
  silent: true
})
await server.ready()
console.log(`The demo is open: ${server.url}`)
