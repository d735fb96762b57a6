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
  left: () => number,
  slack: number
): Promise<ConnectionResult> => {
  const connection = await StepConnection.open(target)
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

/** What is wrong with a row. */
const runOne = async (threat: Threat, target: Target, slack: number): Promise<ReadonlyArray<string>> => {
  const start = performance.now()
  const within = slack * (threat.within ?? defaultTimeout)
  const left = () => Math.max(0, start + within - performance.now())
  const { answers: expected, beside = { count: 0, holds: 0, send: "" }, times = 1 } = threat
  const others = await Promise.all(Array.from({ length: beside.count }, () => StepConnection.open(target)))
  const wrong: Array<string> = []
  try {
    for (const connection of others) await connection.write(beside.send)
    const isHeld = async () => (await queryServer<number>(target, "held")) >= beside.holds
    if (!(await holdsWithin(within, isHeld))) wrong.push("its neighbours hold too few")
    const each = expected === "any" ? 0 : times === 1 ? expected.length : 1
    const all = await Promise.all(
      Array.from({ length: times }, () => runConnection(threat, target, each, left, slack))
    )
    const answers = all.flatMap((one) => one.answers)
    if (times > 1) answers.sort((one, other) => one.status - other.status)
    wrong.push(...all.flatMap((one) => one.wrong), ...checkResponses(expected, answers))
  } catch (error) {
    wrong.push(String(error))
  } finally {
    for (const connection of others) connection.leave("RST")
  }
  if (left() === 0) wrong.push(`it took ${Math.round(performance.now() - start)} ms, wanted ${within}`)
  return wrong
}

/** Repetitions of a row with a limit on turns: a busy machine can make single ones longer. */
const maxRepetitions = 3

const runAlone = async (threat: Threat, target: Target, slack: number): Promise<ReadonlyArray<string>> => {
  const most = slack * (threat.turn ?? Infinity)
  let best = Infinity
  for (let run = 0; run <= maxRepetitions; run++) {
    await queryServer(target, "turn")
    const wrong = await runOne(threat, target, slack)
    best = Math.min(best, await queryServer<number>(target, "turn"))
    if (wrong.length > 0 || best <= most) return wrong
  }
  return [`a turn takes ${Math.round(best)} ms, wanted ${most}`]
}

/** Runs all rows; the results are in their order. Rows and turns may take `slack` times as long as they say. */
export const runThreats = async (
  threats: ReadonlyArray<Threat>,
  targets: Targets,
  slack: number
): Promise<ReadonlyArray<Outcome>> => {
  const outcomes = new Map<Threat, ReadonlyArray<string>>()
  const run = (how: typeof runOne, isAlone: boolean) =>
    threats
      .filter(({ alone, turn }) => isAlone === (alone === true || turn !== undefined))
      .map((threat) => async () => {
        outcomes.set(threat, await how(threat, targets[threat.server ?? "plain"], slack))
      })
  await inParallel(maxConcurrent, run(runOne, false))
  await inParallel(1, run(runAlone, true))
  return threats.map((threat) => ({ threat, wrong: outcomes.get(threat) ?? [] }))
}
