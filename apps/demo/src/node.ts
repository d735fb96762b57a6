// The demo on Node.
import { serve } from "srvx"

try {
  // Here, so that a wrong setting is one line.
  const { default: demo } = await import("./main.ts")
  const server = serve({
    fetch: (request) => demo.fetch(request),
    hostname: demo.hostname,
    port: demo.port,
    silent: true,
    // A demo ends at once.
    gracefulShutdown: false
  })
  await server.ready()
  console.log(`The demo is open: ${server.url}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
