// The load proofs by name: `streams [number]`. Exit code 1 when something was lost.
// Source: none; Assumed: ours.
import { faultsOf, report } from "./streams/report.ts"
import { runStreams } from "./streams/run.ts"
const wish = {
  streams: Number(process.argv[3] ?? 5_000),
  pace: 3_000,
  progress: (open: number, over: number) => console.log(`${open} open, ${over} over`)
}
const streamed = await runStreams(wish)
console.log(report(streamed, wish))
for (const fault of faultsOf(streamed, wish)) {
  console.error(fault)
  process.exitCode = 1
}
