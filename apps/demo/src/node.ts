// The demo on Node.
import { serve } from "srvx"

try {
  // Imported here, so that an invalid setting prints one line.
  const { default: demo } = await import("./main.ts")
  const server = serve({
    fetch: (request) => demo.fetchFrom(request, request.ip),
    hostname: demo.hostname,
    port: demo.port,
    silent: true,
    // Open connections do not delay the end.
    gracefulShutdown: false
  })
  await server.ready()
  console.log(`The demo is open: ${server.url}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
