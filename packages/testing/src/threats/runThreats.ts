// Runs rows against servers: many at once, then those that must be alone.
import type { Answer } from "./readResponses.ts"
import { Connection, isBusy, told, until } from "./RawConnection.ts"
import { judge } from "./checkResponses.ts"
import type { Outcome, Target, Targets, Threat } from "./Threat.ts"
import type { Turn } from "./eventLoopTurns.ts"

const longest = 20_000
const atOnce = 12
const probe = "GET /v1/models HTTP/1.1\r\nhost: a\r\n\r\n"

interface Told {
  readonly answers: ReadonlyArray<Answer>
  readonly wrong: ReadonlyArray<string>
  readonly idleAfter?: number
}

const idle = async (target: Target): Promise<Pick<Told, "idleAfter" | "wrong">> => {
  const start = performance.now()
  const came = await until(async () => !(await isBusy(target)), 1_000)
  return { wrong: came ? [] : ["the engine goes on"], idleAfter: performance.now() - start }
}

/** Does the steps on one connection and tells what came of it. */
const tell = async (threat: Threat, target: Target, count: number, end: number): Promise<Told> => {
  const connection = await Connection.open(target)
  const left = () => Math.max(0, end - performance.now())
  try {
    for (const step of threat.send) await connection.take(step, left())
    const stopped = threat.engine === undefined ? { wrong: [] } : await idle(target)
    if (threat.connection === "closed") {
      const closed = await until(() => connection.isEnded, left())
      return {
        ...stopped,
        answers: connection.answers(),
        wrong: [...stopped.wrong, ...(closed ? [] : ["it is open"])]
      }
    }
    if (count > 0) await connection.take({ answers: count }, left())
    const answers = connection.answers()
    if (threat.connection === "left") return { ...stopped, answers }
    await connection.take(probe, left())
    await connection.take({ answers: answers.length + 1 }, left())
    const last = connection.answers()[answers.length]
    const open = last?.status === 200 && last.isWhole
    return { ...stopped, answers, wrong: [...stopped.wrong, ...(open ? [] : ["it is closed"])] }
  } finally {
    connection.destroy()
  }
}

const byStatus = (left: Answer, right: Answer) => left.status - right.status

const runOne = async (threat: Threat, targets: Targets): Promise<Outcome> => {
  const start = performance.now()
  const within = threat.within ?? longest
  const target = targets[threat.server ?? "plain"]
  const { count = 0, holds = 0, send = "" } = threat.beside ?? {}
  const beside = await Promise.all(Array.from({ length: count }, () => Connection.open(target)))
  const wrong: Array<string> = []
  let idleAfter: number | undefined
  try {
    for (const connection of beside) await connection.take(send, within)
    const isHeld = async () => (await told<number>(target, "held")) >= holds
    if (!(await until(isHeld, within))) wrong.push("those beside it hold too little")
    const times = threat.times ?? 1
    const each = threat.answers === "any" ? 0 : times === 1 ? threat.answers.length : 1
    const all = await Promise.all(
      Array.from({ length: times }, () => tell(threat, target, each, start + within))
    )
    const answers = all.flatMap((one) => one.answers)
    wrong.push(...all.flatMap((one) => one.wrong))
    wrong.push(...judge(threat.answers, times === 1 ? answers : answers.toSorted(byStatus)))
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

/** Runs of a row whose turns are looked at: what a machine does besides makes single ones longer. */
const runs = 3

/** The same, with a look at the turns of the loop where that is wanted. */
const runWatched = async (threat: Threat, targets: Targets): Promise<Outcome> => {
  const { turn: most } = threat
  if (most === undefined) return runOne(threat, targets)
  const target = targets[threat.server ?? "plain"]
  let best: Turn | undefined
  for (let run = 0; ; run++) {
    await told(target, "turn")
    const outcome = await runOne(threat, targets)
    const turn = await told<Turn>(target, "turn")
    if (best === undefined || turn.busy < best.busy) best = turn
    if (outcome.wrong.length > 0) return outcome
    if (best.busy <= most) return { ...outcome, turn: best }
    if (run === runs) {
      return { ...outcome, turn: best, wrong: [`a turn of ${Math.round(best.busy)} ms, wanted ${most}`] }
    }
  }
}

const isApart = ({ alone, turn }: Threat): boolean => alone === true || turn !== undefined

/** Runs all rows; the outcomes are in their order. */
export const runThreats = async (
  threats: ReadonlyArray<Threat>,
  targets: Targets
): Promise<ReadonlyArray<Outcome>> => {
  const outcomes = new Map<Threat, Outcome>()
  const queue = threats.filter((threat) => !isApart(threat))
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      outcomes.set(next, await runOne(next, targets))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  for (const threat of threats.filter(isApart)) outcomes.set(threat, await runWatched(threat, targets))
  return threats.flatMap((threat) => outcomes.get(threat) ?? [])
}

/** What must hold after all rows: nobody was called, no key and no body was logged. */
export const runAfter = async ({
  plain
}: Targets): Promise<{ readonly outgoing: number; readonly leaks: number }> => ({
  outgoing: await told(plain, "outgoing"),
  leaks: await told(plain, "leaks")
})
