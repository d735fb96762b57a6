// Runs rows against servers: most concurrently, then those that must run alone.
import type { RawResponse } from "./readResponses.ts"
import { holdsWithin, inParallel } from "../processes.ts"
import { isEngineBusy, queryServer, StepConnection } from "./StepConnection.ts"
import { startOtherTenant } from "./otherTenant.ts"
import { checkResponses } from "./checkResponses.ts"
import type { Outcome, Target, Targets, Threat } from "./Threat.ts"
import type { LoopTurn } from "./eventLoopTurns.ts"

const defaultTimeout = 20_000
/** Milliseconds in which engines must be idle. */
const idleWithin = 1_000
const maxConcurrent = 12
const probeRequest = "GET /v1/models HTTP/1.1\r\nhost: a\r\n\r\n"

interface ConnectionResult {
  readonly answers: ReadonlyArray<RawResponse>
  readonly wrong: ReadonlyArray<string>
  readonly idleAfter?: number
}

const waitUntilIdle = async (
  target: Target,
  milliseconds: number
): Promise<Pick<ConnectionResult, "idleAfter" | "wrong">> => {
  const start = performance.now()
  const came = await holdsWithin(milliseconds, async () => !(await isEngineBusy(target)))
  return { wrong: came ? [] : ["the engine goes on"], idleAfter: performance.now() - start }
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
    const stopped =
      threat.engine === undefined ? { wrong: [] } : await waitUntilIdle(target, idleWithin * slack)
    if (threat.connection === "closed") {
      const closed = await holdsWithin(left(), () => connection.hasEnded)
      return {
        ...stopped,
        answers: connection.answers(),
        wrong: [...stopped.wrong, ...(closed ? [] : ["the connection is still open"])]
      }
    }
    if (count > 0) await connection.take({ answers: count }, left())
    const answers = connection.answers()
    if (threat.connection === "left") return { ...stopped, answers }
    await connection.take(probeRequest, left())
    await connection.take({ answers: answers.length + 1 }, left())
    const last = connection.answers()[answers.length]
    const open = last?.status === 200 && last.isWhole
    return { ...stopped, answers, wrong: [...stopped.wrong, ...(open ? [] : ["the connection is closed"])] }
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
  let idleAfter: number | undefined
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
    idleAfter = all[0]?.idleAfter
  } catch (error) {
    wrong.push(String(error))
  } finally {
    for (const connection of beside) connection.destroy()
  }
  const milliseconds = performance.now() - start
  if (milliseconds > within) wrong.push(`it took ${Math.round(milliseconds)} ms, wanted ${within}`)
  return { threat, wrong, milliseconds, ...(idleAfter === undefined ? {} : { idleAfter }) }
}

/** Repetitions of a row with a limit on turns or waits: a busy machine can make single ones longer. */
const maxRepetitions = 3

/** Runs a row beside another tenant, who may not wait for long; takes the best of several runs. */
const runBesideOther = async (threat: Threat, targets: Targets, slack: number): Promise<Outcome> => {
  const most = slack * (threat.wait ?? Infinity)
  const target = targets[threat.server ?? "plain"]
  const pid = await queryServer<number>(target, "pid")
  let wait = Infinity
  for (let run = 0; ; run++) {
    const stop = await startOtherTenant({ port: target.port, pid })
    const outcome = await runOne(threat, targets, slack)
    const { longest, refusals } = await stop()
    wait = Math.min(wait, longest)
    const wrong = [...outcome.wrong, ...refusals]
    if (wrong.length > 0 || wait <= most) return { ...outcome, wrong, wait }
    if (run === maxRepetitions) {
      return { ...outcome, wait, wrong: [`another tenant waits for ${Math.round(wait)} ms, wanted ${most}`] }
    }
  }
}

/** Runs a row; where it has a limit on turns, takes the best of several runs. */
const runWatched = async (threat: Threat, targets: Targets, slack: number): Promise<Outcome> => {
  if (threat.wait !== undefined) return runBesideOther(threat, targets, slack)
  if (threat.turn === undefined) return runOne(threat, targets, slack)
  const most = slack * threat.turn
  const target = targets[threat.server ?? "plain"]
  let best: LoopTurn | undefined
  for (let run = 0; ; run++) {
    await queryServer(target, "turn")
    const outcome = await runOne(threat, targets, slack)
    const turn = await queryServer<LoopTurn>(target, "turn")
    if (best === undefined || turn.busy < best.busy) best = turn
    if (outcome.wrong.length > 0) return outcome
    if (best.busy <= most) return { ...outcome, turn: best }
    if (run === maxRepetitions) {
      return { ...outcome, turn: best, wrong: [`a turn of ${Math.round(best.busy)} ms, wanted ${most}`] }
    }
  }
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
  for (const threat of threats.filter(runsAlone))
    outcomes.set(threat, await runWatched(threat, targets, slack))
  return threats.flatMap((threat) => outcomes.get(threat) ?? [])
}

/** After all rows: outgoing connections and leaked log lines, both of which must be 0. */
export const checkAfterwards = async ({
  plain
}: Targets): Promise<{ readonly outgoing: number; readonly leaks: number }> => ({
  outgoing: await queryServer(plain, "outgoing"),
  leaks: await queryServer(plain, "leaks")
})
