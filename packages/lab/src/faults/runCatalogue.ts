// Runs rows of the fault catalogue: every row with every operation it concerns, over both transports.
import { Agent, fetch as undiciFetch } from "@effect/platform-node/Undici"
import type { Client } from "@leadline/core/client"
import * as FetchTransport from "@leadline/transport-fetch"
import * as NodeTransport from "@leadline/transport-node"
import { inParallel } from "../processes.ts"
import { listen } from "./faultServer.ts"
import { checkOutcome, type Outcome } from "./checkOutcome.ts"
import { type Endpoint, openEndpoint, overrideDns } from "./networkConditions.ts"
import { canaryKey, type Operation } from "./operations.ts"
import { defaultTimeout, type FaultRow } from "./rows/FaultRow.ts"

const transports = ["node", "fetch"] as const
type Transport = (typeof transports)[number]

const createClient = (transport: Transport, { baseUrl }: Endpoint, { connectTimeout }: FaultRow): Client => {
  const options = { baseUrl, apiKey: canaryKey }
  if (transport === "node") return NodeTransport.createClient({ ...options, pool: { connectTimeout } })
  if (connectTimeout === undefined) return FetchTransport.createClient(options)
  // Connections of fetch are those of its runtime, here undici's.
  const dispatcher = new Agent({ connect: { timeout: connectTimeout } })
  const fetch: typeof globalThis.fetch = (input, init) =>
    Reflect.apply(undiciFetch, undefined, [input, { ...init, dispatcher }])
  return FetchTransport.createClient({ ...options, fetch })
}

const optionsOf = ({ timeout, idleTimeout, eventTimeout, maxRetries }: FaultRow, isStream: boolean) => ({
  ...(maxRetries !== undefined && { maxRetries }),
  ...(idleTimeout !== undefined && { idleTimeout }),
  ...(eventTimeout !== undefined && { eventTimeout }),
  ...((timeout !== undefined || !isStream) && { timeout: timeout ?? defaultTimeout })
})

const callOnce = async (
  client: Client,
  row: FaultRow,
  operation: Operation,
  requests: Endpoint["requests"]
): Promise<Outcome> => {
  let events = 0
  const before = requests() ?? 0
  const began = performance.now()
  const error: unknown = await operation
    .call(client, optionsOf(row, operation.name.endsWith("stream")), row.size ?? 0, () => events++)
    .then(
      () => undefined,
      (failure: unknown) => failure ?? new Error("rejected with nothing")
    )
  const took = performance.now() - began
  const after = requests()
  return { error, took, events, requests: after && after - before }
}

/** Whether the row measures a time, which a busy machine would change. */
const isTimed = ({ eventTimeout, idleTimeout, timeout = defaultTimeout }: FaultRow): boolean =>
  timeout < 5_000 || idleTimeout !== undefined || eventTimeout !== undefined

/** Runs the rows with the operations: what is wrong, by the title of the row. */
export const runCatalogue = async (
  catalogue: ReadonlyArray<readonly [rows: ReadonlyArray<FaultRow>, operations: ReadonlyArray<Operation>]>
): Promise<ReadonlyMap<string, ReadonlyArray<string>>> => {
  const giveNamesBack = overrideDns()
  const trap = await listen({ serve: () => ["end"] })
  const problems = new Map<string, ReadonlyArray<string>>()

  const work = async (row: FaultRow, transport: Transport, operation: Operation) => {
    const trapUrl = `http://127.0.0.1:${trap.port}`
    const serve = (n: number) => row.serve(operation.answer, n, trapUrl)
    const place = await openEndpoint(row.link ?? "plain", { serve })
    const client = createClient(transport, place, row)
    for (let n = 1; n < (row.calls ?? 1); n++) await callOnce(client, row, operation, place.requests)
    const outcome = await callOnce(client, row, operation, place.requests)
    await client.close()
    await place.close()
    const found = [
      ...checkOutcome(row, operation, transport, outcome),
      ...(trap.connections() === 0 ? [] : ["a redirect was followed"])
    ].map((text) => `${transport}, ${operation.name}: ${text}`)
    problems.set(row.title, [...(problems.get(row.title) ?? []), ...found])
  }

  const jobs = catalogue.flatMap(([rows, operations]) =>
    rows.flatMap((row) =>
      operations
        .filter((operation) => row.only?.(operation) ?? true)
        .flatMap((operation) => transports.map((transport) => [row, transport, operation] as const))
    )
  )
  const run = (lanes: number, chosen: (row: FaultRow) => boolean) =>
    inParallel(
      lanes,
      jobs.filter(([row]) => chosen(row)).map((job) => () => work(...job))
    )
  // Heavy rows run last, one by one, where they delay no deadline.
  await run(32, (row) => row.isHeavy !== true && !isTimed(row))
  await run(16, (row) => row.isHeavy !== true && isTimed(row))
  await run(1, (row) => row.isHeavy === true)
  await trap.close()
  giveNamesBack()
  return problems
}
