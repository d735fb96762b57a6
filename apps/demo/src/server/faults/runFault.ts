// Runs a fault: a real call over a fetch that misbehaves, with every attempt noted.
import type { Attempt, FaultInfo, FaultReport } from "../../protocol.ts"
import { problemOf } from "../problem.ts"
import type { Service } from "../service.ts"
import { faults } from "./faults.ts"

/** What the page shows of each fault. */
export const faultList: ReadonlyArray<FaultInfo> = faults.map(({ id, title, description }) => ({
  id,
  title,
  description
}))

/** Makes a call that meets a fault, and reports how the client handled it. Undefined: there is no such fault. */
export const runFault = async (service: Service, id: unknown): Promise<FaultReport | undefined> => {
  const fault = faults.find((known) => known.id === id)
  if (fault === undefined) return undefined
  const callStartedAt = performance.now()
  const since = () => Math.round(performance.now() - callStartedAt)
  const attempts: Array<Attempt> = []
  let sent = 0
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const attempt = ++sent
    const startedAt = since()
    const note = (outcome: string) => attempts.push({ startedAt, endedAt: since(), outcome })
    try {
      const response = await (fault.fetch?.(attempt, request) ?? service.fetch(request))
      note(`${response.status}`)
      return response
    } catch (error) {
      note(request.signal.aborted ? "cancelled by the client" : "no connection")
      throw error
    }
  }
  const client = service.open({ ...fault.options, fetch })
  let seen = 0
  try {
    await fault.run(client, () => seen++)
    return { attempts, events: seen, elapsed: since(), problem: undefined }
  } catch (error) {
    return { attempts, events: seen, elapsed: since(), problem: problemOf(error) }
  } finally {
    await client.close()
  }
}
