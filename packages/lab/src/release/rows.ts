// Runs the steps of the rehearsal, each a row of its table.
import { reasonOf } from "../runtimes/processes/command.ts"
import type { Check } from "../runtimes/projects/release.ts"
import { type Row, seconds } from "./table.ts"

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

/** Runs jobs in order, several at once: installations and facts mostly wait. */
export const inParallel = async (
  count: number,
  jobs: ReadonlyArray<() => Promise<unknown>>
): Promise<void> => {
  const queue = jobs.values()
  const worker = async () => {
    for (const job of queue) await job()
  }
  await Promise.all(Array.from({ length: count }, worker))
}
