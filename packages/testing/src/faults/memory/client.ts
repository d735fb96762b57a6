// A program: calls a server that wants to fill the memory, and tells how far it got. Run in a process of its own, on Linux.
import * as FetchTransport from "@leadline/transport-fetch"
import * as NodeTransport from "@leadline/transport-node"
import { readFileSync, writeFileSync } from "node:fs"
import { streamOperations, wholeOperations } from "../operations.ts"

const [baseUrl = "", transport = "node", kind = "whole"] = process.argv.slice(2)

const client =
  transport === "node" ? NodeTransport.createClient({ baseUrl }) : FetchTransport.createClient({ baseUrl })
const operations = kind === "stream" ? streamOperations : wholeOperations
const [operation] = operations

/** The most bytes this process had in memory. */
const peak = (): number =>
  1024 * Number(/VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1])

const call = () =>
  operation?.call(client, { timeout: "60 seconds", maxRetries: 0 }, 0).then(
    () => "answered",
    (error: unknown) => `${Reflect.get(Object(error), "_tag")} ${Reflect.get(Object(error), "reason")}`
  )

// The server answers well at first, so that what one call needs is there before the count.
for (let n = 0; n < 20; n++) await call()
// From here on the kernel counts the peak anew.
writeFileSync("/proc/self/clear_refs", "5")
const before = peak()
const outcome = await call()
process.stdout.write(JSON.stringify({ outcome, before, grown: peak() - before }))
await client.close()
process.exit()
