// A program that calls a server which sends too much, and prints how much its memory grew. Linux only.
import * as FetchTransport from "@leadline/transport-fetch"
import * as NodeTransport from "@leadline/transport-node"
import { writeFileSync } from "node:fs"
import { peakMemoryOf } from "../../load/processStats.ts"
import { streamOperations, wholeOperations } from "../operations.ts"

const [baseUrl = "", transport = "node", kind = "whole"] = process.argv.slice(2)

const client =
  transport === "node" ? NodeTransport.createClient({ baseUrl }) : FetchTransport.createClient({ baseUrl })
const [operation] = kind === "stream" ? streamOperations : wholeOperations

const peak = () => peakMemoryOf(process.pid)

const call = () =>
  operation?.call(client, { timeout: "60 seconds", maxRetries: 0 }, 0).then(
    () => "answered",
    (error: unknown) => `${Reflect.get(Object(error), "_tag")} ${Reflect.get(Object(error), "reason")}`
  )

// Good responses first, so that the code is loaded and compiled before the measurement.
for (let n = 0; n < 20; n++) await call()
// Resets the peak that the kernel keeps.
writeFileSync("/proc/self/clear_refs", "5")
const before = peak()
const outcome = await call()
process.stdout.write(JSON.stringify({ outcome, grown: peak() - before }))
await client.close()
process.exit()
