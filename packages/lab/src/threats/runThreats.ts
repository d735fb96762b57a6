// Runs rows against servers: most concurrently, then those that must run alone.
import type { RawResponse } from "./readResponses.ts"
import { holdsWithin, inParallel } from "../processes.ts"
import { isEngineBusy, queryServer, StepConnection } from "./StepConnection.ts"
import { startOtherTenant } from "./otherTenant.ts"
import { checkResponses } from "./checkResponses.ts"
import type { Outcome, Target, Targets, Threat } from "./Threat.ts"

const defaultTimeout = 20_000
/** Milliseconds in which engines must be idle. */
const idleWithin = 1_000
const maxConcurrent = 12
const probeRequest = "GET /v1/models HTTP/1.1\r\nhost: a\r\n\r\n"

interface ConnectionResult {
  readonly answers: ReadonlyArray<RawResponse>
  readonly wrong: ReadonlyArray<string>
}

/** Takes the steps on one connection and collects the responses. */
const runConnection = async (
  threat: Threat,
  target: Target,
  count: number,
  end: number,
  slack: number
): Promise<ConnectionResult> => {
  const connection = await StepConnection.open(target)
  const left = () => Math.max(0, end - performance.now())
  try {
    for (const step of threat.send) await connection.take(step, left())
    const wrong: Array<string> = []
    const isIdle = async () => !(await isEngineBusy(target))
    if (threat.engine === "idle" && !(await holdsWithin(idleWithin * slack, isIdle)))
      wrong.push("the engine goes on")
    if (threat.connection === "closed") {
      const closed = await holdsWithin(left(), () => connection.hasEnded)
      if (!closed) wrong.push("the connection is still open")
      return { answers: connection.answers(), wrong }
    }
    if (count > 0) await connection.take({ answers: count }, left())
    const answers = connection.answers()
    if (threat.connection === "left") return { answers, wrong }
    await connection.take(probeRequest, left())
    await connection.take({ answers: answers.length + 1 }, left())
    const last = connection.answers()[answers.length]
    if (last?.status !== 200 || !last.isWhole) wrong.push("the connection is closed")
    return { answers, wrong }
  } finally {
    connection.destroy()
  }
}

const byStatus = (left: RawResponse, right: RawResponse) => left.status - right.status

const runOne = async (threat: Threat, targets: Targets, slack: number): Promise<Outcome> => {
  const start = performance.now()
  const within = slack * (threat.within ?? defaultTimeout)
  const target = targets[threat.server ?? "plain"]
  const { count = 0, holds = 0, send = "" } = threat.beside ?? {}
  const beside = await Promise.all(Array.from({ length: count }, () => StepConnection.open(target)))
  const wrong: Array<string> = []
  try {
    for (const connection of beside) await connection.take(send, within)
    const isHeld = async () => (await queryServer<number>(target, "held")) >= holds
    if (!(await holdsWithin(within, isHeld))) wrong.push("its neighbours hold too few")
    const times = threat.times ?? 1
    const each = threat.answers === "any" ? 0 : times === 1 ? threat.answers.length : 1
    const all = await Promise.all(
      Array.from({ length: times }, () => runConnection(threat, target, each, start + within, slack))
    )
    const answers = all.flatMap((one) => one.answers)
    wrong.push(...all.flatMap((one) => one.wrong))
    wrong.push(...checkResponses(threat.answers, times === 1 ? answers : answers.toSorted(byStatus)))
    wrong.push(...(threat.together?.(answers) ?? []))
  } catch (error) {
    wrong.push(String(error))
  } finally {
    for (const connection of beside) connection.destroy()
  }
  const milliseconds = performance.now() - start
  if (milliseconds > within) wrong.push(`it took ${Math.round(milliseconds)} ms, wanted ${within}`)
  return { threat, wrong }
}

/** Repetitions of a row with a limit on turns or waits: a busy machine can make single ones longer. */
const maxRepetitions = 3

/** Runs a row until it is wrong, or takes no longer than it may; several times at most. */
const runBounded = async (
  run: () => Promise<Outcome & { readonly took: number }>,
  most: number,
  what: string
): Promise<Outcome> => {
  let best = Infinity
  for (let repetition = 0; ; repetition++) {
    const { threat, took, wrong } = await run()
    best = Math.min(best, took)
    if (wrong.length > 0 || best <= most) return { threat, wrong }
    if (repetition === maxRepetitions)
      return { threat, wrong: [`${what} ${Math.round(best)} ms, wanted ${most}`] }
  }
}

/** Runs a row that runs alone: beside another tenant who may not wait for long, or with short turns, where it says so. */
const runAlone = async (threat: Threat, targets: Targets, slack: number): Promise<Outcome> => {
  const target = targets[threat.server ?? "plain"]
  if (threat.wait !== undefined) {
    const pid = await queryServer<number>(target, "pid")
    const beside = async () => {
      const stop = await startOtherTenant({ port: target.port, pid })
      const { wrong } = await runOne(threat, targets, slack)
      const { longest, refusals } = await stop()
      return { threat, wrong: [...wrong, ...refusals], took: longest }
    }
    return runBounded(beside, slack * threat.wait, "another tenant waits for")
  }
  if (threat.turn === undefined) return runOne(threat, targets, slack)
  const watched = async () => {
    await queryServer(target, "turn")
    const outcome = await runOne(threat, targets, slack)
    return { ...outcome, took: await queryServer<number>(target, "turn") }
  }
  return runBounded(watched, slack * threat.turn, "a turn of")
}

const runsAlone = ({ alone, turn, wait }: Threat): boolean =>
  alone === true || turn !== undefined || wait !== undefined

/** Runs all rows; the results are in their order. Rows and turns may take `slack` times as long as they say. */
export const runThreats = async (
  threats: ReadonlyArray<Threat>,
  targets: Targets,
  slack: number
): Promise<ReadonlyArray<Outcome>> => {
  const outcomes = new Map<Threat, Outcome>()
  const together = threats.filter((threat) => !runsAlone(threat))
  await inParallel(
    maxConcurrent,
    together.map((threat) => async () => outcomes.set(threat, await runOne(threat, targets, slack)))
  )
  for (const threat of threats.filter(runsAlone)) outcomes.set(threat, await runAlone(threat, targets, slack))
  return threats.flatMap((threat) => outcomes.get(threat) ?? [])
}

/** After all rows: outgoing connections and leaked log lines, both of which must be 0. */
export const checkAfterwards = async ({
  plain
}: Targets): Promise<{ readonly outgoing: number; readonly leaks: number }> => ({
  outgoing: await queryServer(plain, "outgoing"),
  leaks: await queryServer(plain, "leaks")
})
