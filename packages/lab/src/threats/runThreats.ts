// Runs rows against servers: most concurrently, then those that must run alone.
import type { RawResponse } from "./readResponses.ts"
import { holdsWithin, inParallel } from "../processes.ts"
import { isEngineBusy, queryServer, StepConnection } from "./StepConnection.ts"
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
  const wrong: Array<string> = []
  try {
    for (const step of threat.send) await connection.take(step, left())
    const isIdle = async () => !(await isEngineBusy(target))
    if (threat.engine === "idle" && !(await holdsWithin(idleWithin * slack, isIdle)))
      wrong.push("the engine goes on")
    if (threat.connection === "closed") {
      if (!(await holdsWithin(left(), () => connection.hasEnded))) wrong.push("the connection is still open")
      return { answers: connection.answers(), wrong }
    }
    if (count > 0) await connection.awaitAnswers(count, left())
    const answers = connection.answers()
    if (threat.connection === "open") {
      await connection.write(probeRequest)
      await connection.awaitAnswers(answers.length + 1, left())
      const last = connection.answers()[answers.length]
      if (last?.status !== 200 || !last.isWhole) wrong.push("the connection is closed")
    }
    return { answers, wrong }
  } finally {
    connection.leave("RST")
  }
}

const byStatus = (left: RawResponse, right: RawResponse) => left.status - right.status

const targetOf = ({ server = "plain" }: Threat, targets: Targets): Target => targets[server]

/** What is wrong with a row. */
const runOne = async (threat: Threat, target: Target, slack: number): Promise<ReadonlyArray<string>> => {
  const start = performance.now()
  const within = slack * (threat.within ?? defaultTimeout)
  const { count = 0, holds = 0, send = "" } = threat.beside ?? {}
  const beside = await Promise.all(Array.from({ length: count }, () => StepConnection.open(target)))
  const wrong: Array<string> = []
  try {
    for (const connection of beside) await connection.write(send)
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
  } catch (error) {
    wrong.push(String(error))
  } finally {
    for (const connection of beside) connection.leave("RST")
  }
  const milliseconds = performance.now() - start
  if (milliseconds > within) wrong.push(`it took ${Math.round(milliseconds)} ms, wanted ${within}`)
  return wrong
}

/** Repetitions of a row with a limit on turns: a busy machine can make single ones longer. */
const maxRepetitions = 3

const runAlone = async (threat: Threat, target: Target, slack: number): Promise<ReadonlyArray<string>> => {
  let best = Infinity
  for (let run = 0; run <= maxRepetitions; run++) {
    await queryServer(target, "turn")
    const wrong = await runOne(threat, target, slack)
    best = Math.min(best, await queryServer<number>(target, "turn"))
    if (wrong.length > 0 || best <= slack * (threat.turn ?? Infinity)) return wrong
  }
  return [`a turn takes ${Math.round(best)} ms, wanted ${slack * (threat.turn ?? Infinity)}`]
}

/** Runs all rows; the results are in their order. Rows and turns may take `slack` times as long as they say. */
export const runThreats = async (
  threats: ReadonlyArray<Threat>,
  targets: Targets,
  slack: number
): Promise<ReadonlyArray<Outcome>> => {
  const outcomes = new Map<Threat, ReadonlyArray<string>>()
  const { alone = [], together = [] } = Object.groupBy(threats, ({ alone: isAlone, turn }) =>
    isAlone || turn !== undefined ? "alone" : "together"
  )
  await inParallel(
    maxConcurrent,
    together.map(
      (threat) => async () => outcomes.set(threat, await runOne(threat, targetOf(threat, targets), slack))
    )
  )
  for (const threat of alone) outcomes.set(threat, await runAlone(threat, targetOf(threat, targets), slack))
  return threats.map((threat) => ({ threat, wrong: outcomes.get(threat) ?? [] }))
}
