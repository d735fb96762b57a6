// Ends a server again and again: 1,000 times, or as often as the argument says, two at a time.
import { endUnderLoad, type Ended, faultsOf, scripted, type Subject } from "./shutDownUnderLoad.ts"
import { endBySignals } from "../childProcess.ts"

endBySignals()
const times = Number(process.argv[2] ?? 1_000)
/** Most have the default grace, of which they need little; every fourth has streams that make it use all of a short one. */
const subjectOf = (round: number): Subject => (round % 4 === 0 ? scripted(8_000) : scripted(25_000, false))

const ends: Array<Ended> = []
let begun = 0

const work = async () => {
  while (begun < times) {
    const subject = subjectOf(begun++)
    const end = await endUnderLoad(subject)
    ends.push(end)
    for (const fault of faultsOf(end, subject)) {
      process.exitCode = 1
      console.error(`End ${ends.length}: ${fault}`)
    }
    if (ends.length % 50 === 0) console.log(`${ends.length} of ${times}`)
  }
}

await Promise.all([work(), work()])

const sum = (pick: (end: Ended) => number) => ends.reduce((total, end) => total + pick(end), 0)
const longest = Math.max(...ends.map(({ took }) => took))
console.log(
  [
    `${ends.length} ends, ${sum(({ code }) => (code === 0 ? 0 : 1))} of them with a code other than 0`,
    `answers ${sum(({ counts }) => counts.answered)}, streams ${sum(({ counts }) => counts.streamed)}`,
    `streams told of the end ${sum(({ counts }) => counts.told)}, requests refused with 503 ${sum(({ counts }) => counts.refused)}`,
    `not connected ${sum(({ counts }) => counts.unconnected)}, lost ${sum(({ counts }) => counts.lost)}`,
    `longest ${Math.round(longest)} ms`
  ].join("\n")
)
