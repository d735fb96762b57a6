// The command `shutdown`: shutdowns of a server under load, two at a time.
import { command as define, wholeNumber } from "../../command.ts"
import { inParallel } from "../../processes.ts"
import {
  shutDownUnderLoad,
  type ShutdownResult,
  problemsIn,
  fakeServer,
  type ShutdownSubject
} from "./shutDownUnderLoad.ts"

/** Most have the default grace period and need little of it; every fourth has stalled streams and a short one. */
const subjectOf = (round: number): ShutdownSubject =>
  round % 4 === 0 ? fakeServer(8_000) : fakeServer(25_000, false)

/** Shuts servers down. */
export const command = define({
  about:
    "Shutdowns of a server under load, two at a time. Exit code 1 when a request is lost, an exit code is not 0, or\nan end takes longer than its grace.",
  words: wholeNumber("shutdowns", 1_000, "NUMBER"),
  run: async (_options, times) => {
    const results: Array<ShutdownResult> = []
    const faults: Array<string> = []
    const shutDown = (round: number) => async () => {
      const subject = subjectOf(round)
      const result = await shutDownUnderLoad(subject)
      results.push(result)
      for (const fault of problemsIn(result, subject, true)) faults.push(`End ${results.length}: ${fault}`)
      if (results.length % 50 === 0) console.log(`${results.length} of ${times}, ${faults.length} faults`)
    }
    await inParallel(
      2,
      Array.from({ length: times }, (_, round) => shutDown(round))
    )
    const sum = (pick: (end: ShutdownResult) => number) =>
      results.reduce((total, end) => total + pick(end), 0)
    const failed = sum(({ code }) => (code === 0 ? 0 : 1))
    console.log(
      [
        `${results.length} ends, ${failed} of them with a code other than 0`,
        `answers ${sum(({ counts }) => counts.answered)}, streams ${sum(({ counts }) => counts.streamed)}`,
        `streams with a last event ${sum(({ counts }) => counts.ended)}, requests refused with 503 ${sum(({ counts }) => counts.refused)}`,
        `not connected ${sum(({ counts }) => counts.unconnected)}, lost ${sum(({ counts }) => counts.lost)}`,
        `longest ${Math.round(Math.max(...results.map(({ took }) => took)))} ms`
      ].join("\n")
    )
    return faults
  }
})
