// Runs rows of the fault catalogue: every case with every operation it concerns, over both transports.
import { Agent, type Dispatcher, fetch as undiciFetch, ProxyAgent } from "@effect/platform-node/Undici"
import type { Client } from "@leadline/core/client"
import * as FetchTransport from "@leadline/transport-fetch"
import * as NodeTransport from "@leadline/transport-node"
import { inParallel } from "../processes.ts"
import { makeCertificates } from "./certificates.ts"
import { listen } from "./faultServer.ts"
import { checkOutcome, describeOutcome } from "./checkOutcome.ts"
import { openEndpoint, type Endpoint } from "./networkConditions.ts"
import { overrideDns } from "./dnsNames.ts"
import { canaryKey, type Operation, streamOperations, wholeOperations } from "./operations.ts"
import type { FaultCase, FaultRow } from "./rows/FaultRow.ts"

/** The two transports. */
export const transports = ["node", "fetch"] as const
type Transport = (typeof transports)[number]

/** The result of one case with one operation and transport. */
export interface Result {
  readonly id: string
  readonly title: string
  readonly transport: Transport
  readonly operation: Operation
  readonly received: string
  /** Differences from the row. */
  readonly problems: ReadonlyArray<string>
}

/** Proxies and connections of fetch are those of its runtime, here undici's. */
const fetchOver =
  (dispatcher: Dispatcher): typeof globalThis.fetch =>
  (input, init) =>
    Reflect.apply(undiciFetch, undefined, [input, { ...init, dispatcher }])

const fetchOf = (proxy: string | undefined, connectTimeout: number | undefined) => {
  if (proxy !== undefined) return fetchOver(new ProxyAgent(proxy))
  return connectTimeout === undefined
    ? undefined
    : fetchOver(new Agent({ connect: { timeout: connectTimeout } }))
}

const createClient = (
  transport: Transport,
  { baseUrl, proxy }: Endpoint,
  { connectTimeout }: FaultCase
): Client => {
  const options = { baseUrl, apiKey: canaryKey }
  return transport === "node"
    ? NodeTransport.createClient({ ...options, proxy, pool: { connectTimeout } })
    : FetchTransport.createClient({ ...options, fetch: fetchOf(proxy, connectTimeout) })
}

const optionsOf = ({ timeout, idleTimeout, eventTimeout, maxRetries }: FaultCase, isStream: boolean) => ({
  ...(maxRetries !== undefined && { maxRetries }),
  ...(idleTimeout !== undefined && { idleTimeout }),
  ...(eventTimeout !== undefined && { eventTimeout }),
  ...((timeout !== undefined || !isStream) && { timeout: timeout ?? 10_000 })
})

/** One case to run. */
interface Job {
  readonly row: FaultRow
  readonly one: FaultCase
  readonly transport: Transport
  readonly operation: Operation
}

const jobsOf = (row: FaultRow): ReadonlyArray<Job> => {
  const operations = row.id.startsWith("S") ? streamOperations : wholeOperations
  return row.cases.flatMap((one) =>
    transports.flatMap((transport) =>
      operations
        .filter((operation) => one.only?.(operation) ?? true)
        .map((operation) => ({ row, one, transport, operation }))
    )
  )
}

const callOnce = async (client: Client, { one, operation }: Job, requests: () => number | undefined) => {
  let events = 0
  const before = requests()
  const options = optionsOf(one, operation.name.endsWith("stream"))
  const began = performance.now()
  const error: unknown = await operation
    .call(client, options, one.size ?? 0, () => events++)
    .then(
      () => undefined,
      (failure: unknown) => failure ?? new Error("rejected with nothing")
    )
  const took = performance.now() - began
  const after = requests()
  return {
    error,
    took,
    events,
    requests: after === undefined ? undefined : after - (before ?? 0)
  }
}

const makeRunner = async () => {
  const certificates = await makeCertificates()
  const trap = await listen({ serve: () => ["end"] })
  const work = async (job: Job): Promise<Result> => {
    const { one, operation, row, transport } = job
    const trapUrl = `http://127.0.0.1:${trap.port}`
    const serve = (n: number) => one.serve?.(operation.answer, n, trapUrl) ?? []
    const place = await openEndpoint(one.link ?? "plain", serve, certificates)
    const client = createClient(transport, place, one)
    for (let n = 1; n < (one.calls ?? 1); n++) await callOnce(client, job, place.requests)
    const outcome = await callOnce(client, job, place.requests)
    await client.close()
    await place.close()
    return {
      id: row.id,
      title: one.title === undefined ? row.title : `${row.title}, ${one.title}`,
      transport,
      operation,
      received: describeOutcome(outcome),
      problems: [
        ...checkOutcome(row, one, operation, transport, outcome),
        ...(trap.connections() === 0 ? [] : ["a redirect was followed"])
      ]
    }
  }
  return { work, close: trap.close }
}

type Kind = "patient" | "quick" | "timed" | "heavy"

const kindOf = ({ eventTimeout, idleTimeout, isHeavy, timeout = 0 }: FaultCase): Kind => {
  if (isHeavy === true) return "heavy"
  if (timeout > 10_000) return "patient"
  return (timeout > 0 && timeout < 5_000) || idleTimeout !== undefined || eventTimeout !== undefined
    ? "timed"
    : "quick"
}

/** Runs the rows: one result for each case, transport and operation. */
export const runCatalogue = async (rows: ReadonlyArray<FaultRow>): Promise<ReadonlyArray<Result>> => {
  const giveNamesBack = overrideDns()
  const { close, work } = await makeRunner()
  const results: Array<Result> = []
  const jobs = Map.groupBy(rows.flatMap(jobsOf), ({ one }) => kindOf(one))
  const run = (kind: Kind, lanes: number) =>
    inParallel(
      lanes,
      (jobs.get(kind) ?? []).map((job) => async () => results.push(await work(job)))
    )
  // Cases that mostly wait start first. Heavy ones run last, one by one, where they delay no deadline.
  await Promise.all([
    run("patient", 99),
    run("quick", 32)
      .then(() => run("timed", 16))
      .then(() => run("heavy", 1))
  ])
  await close()
  giveNamesBack()
  return results
}
