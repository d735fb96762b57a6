// The steps of the rehearsal, each a row of the table that it ends with.
import { reasonOf } from "../runningProgram.ts"
import { markdownTable } from "../tables.ts"
import type { Check } from "../runtimes/projects/release.ts"

/** What to rehearse. */
export interface Options {
  /** One release only, to try its users. */
  readonly isOnce: boolean
  /** Names of users: empty for all. */
  readonly only: ReadonlyArray<string>
}

/** One step of the rehearsal. */
export interface Row {
  readonly what: string
  readonly ok: boolean
  readonly millis: number
  readonly detail: string
}

/** Milliseconds as seconds. */
const seconds = (millis: number) => `${(millis / 1000).toFixed(1)} s`

/** The rows as a table, then a line with counts and the total time. */
export const lines = (rows: ReadonlyArray<Row>, all: number): ReadonlyArray<string> => {
  const failed = rows.filter(({ ok }) => !ok).length
  return [
    ...markdownTable([
      ["what", "result", "time", "detail"],
      ...rows.map(({ detail, millis, ok, what }) => [what, ok ? "ok" : "FAILED", seconds(millis), detail])
    ]),
    "",
    `${rows.length - failed} ok, ${failed} failed, ${seconds(all)}`
  ]
}

/** The result of a step. */
export interface Done<A> {
  readonly value: A
  readonly detail: string
  /** The row fails when one of them does. */
  readonly checks?: ReadonlyArray<Check>
}

const firstLine = (text: string) => text.split("\n")[0] ?? ""

/** Runs a step and adds its row. An error is noted as a failed row, and thrown again. */
export const row = async <A>(rows: Array<Row>, what: string, work: () => Promise<Done<A>>): Promise<A> => {
  console.log(`\n== ${what}`)
  const began = performance.now()
  const note = (ok: boolean, detail: string) => {
    const millis = performance.now() - began
    rows.push({ what, ok, detail, millis })
    console.log(`== ${what}: ${ok ? "ok" : "failed"}, ${detail}, ${seconds(millis)}`)
  }
  try {
    const { checks = [], detail, value } = await work()
    const failed = checks.filter(({ ok }) => !ok)
    for (const each of failed) console.error(`   ${each.name}: ${each.detail}`)
    const [first] = failed
    if (first === undefined) note(true, checks.length === 0 ? detail : `${detail}, ${checks.length} checks`)
    else note(false, firstLine(`${first.name}: ${first.detail}`))
    return value
  } catch (error) {
    const message = reasonOf(error)
    console.error(message)
    note(false, firstLine(message))
    throw error
  }
}
