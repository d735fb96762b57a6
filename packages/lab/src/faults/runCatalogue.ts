// Runs rows of the fault catalogue: every row with every operation it concerns, over both transports.
import { Agent, fetch as undiciFetch } from "@effect/platform-node/Undici"
import type { Client } from "@leadline/core/client"
import * as FetchTransport from "@leadline/transport-fetch"
import * as NodeTransport from "@leadline/transport-node"
import { inParallel } from "../processes.ts"
import { listen } from "./faultServer.ts"
import { checkOutcome, type Outcome } from "./checkOutcome.ts"
import { openEndpoint, type Endpoint } from "./networkConditions.ts"
import { overrideDns } from "./dnsNames.ts"
import { canaryKey, type Operation } from "./operations.ts"
import type { FaultRow } from "./rows/FaultRow.ts"

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
  ...((timeout !== undefined || !isStream) && { timeout: timeout ?? 10_000 })
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

type Kind = "patient" | "quick" | "timed" | "heavy"

const kindOf = ({ eventTimeout, idleTimeout, isHeavy, timeout = 0 }: FaultRow): Kind => {
  if (isHeavy === true) return "heavy"
  if (timeout > 10_000) return "patient"
  return (timeout > 0 && timeout < 5_000) || idleTimeout !== undefined || eventTimeout !== undefined
    ? "timed"
    : "quick"
}

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
    const place = await openEndpoint(row.link ?? "plain", serve)
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
  const byKind = Map.groupBy(jobs, ([row]) => kindOf(row))
  const run = (kind: Kind, lanes: number) =>
    inParallel(
      lanes,
      (byKind.get(kind) ?? []).map((job) => () => work(...job))
    )
  // Rows that mostly wait start first. Heavy ones run last, one by one, where they delay no deadline.
  await Promise.all([
    run("patient", 99),
    run("quick", 32)
      .then(() => run("timed", 16))
      .then(() => run("heavy", 1))
  ])
  await trap.close()
  giveNamesBack()
  return problems
}
