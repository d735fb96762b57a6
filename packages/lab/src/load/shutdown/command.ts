// Command line of the shutdown test: 1,000 shutdowns, or as many as the argument says, two at a time.
import {
  shutDownUnderLoad,
  type ShutdownResult,
  problemsIn,
  fakeServer,
  type ShutdownSubject
} from "./shutDownUnderLoad.ts"
import { exitOnSignals } from "../childProcess.ts"
import { readCount } from "../../commandLine.ts"

const usage = `npm run test:sigterm -- [number]    shutdowns of a server under load, two at a time; default 1000. Exit code 1 when
a request is lost or an exit code is not 0.`

exitOnSignals()
const times = readCount(usage, 1_000)
/** Most have the default grace period and need little of it; every fourth has stalled streams and a short one. */
const subjectOf = (round: number): ShutdownSubject =>
  round % 4 === 0 ? fakeServer(8_000) : fakeServer(25_000, false)

const results: Array<ShutdownResult> = []
let started = 0

const work = async () => {
  while (started < times) {
    const subject = subjectOf(started++)
    const end = await shutDownUnderLoad(subject)
    results.push(end)
    for (const fault of problemsIn(end, subject)) {
      process.exitCode = 1
      console.error(`End ${results.length}: ${fault}`)
    }
    if (results.length % 50 === 0) console.log(`${results.length} of ${times}`)
  }
}

await Promise.all([work(), work()])

const sum = (pick: (end: ShutdownResult) => number) => results.reduce((total, end) => total + pick(end), 0)
const longest = Math.max(...results.map(({ took }) => took))
console.log(
  [
    `${results.length} ends, ${sum(({ code }) => (code === 0 ? 0 : 1))} of them with a code other than 0`,
    `answers ${sum(({ counts }) => counts.answered)}, streams ${sum(({ counts }) => counts.streamed)}`,
    `streams with a last event ${sum(({ counts }) => counts.ended)}, requests refused with 503 ${sum(({ counts }) => counts.refused)}`,
    `not connected ${sum(({ counts }) => counts.unconnected)}, lost ${sum(({ counts }) => counts.lost)}`,
    `longest ${Math.round(longest)} ms`
  ].join("\n")
)
