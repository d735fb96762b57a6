// The command `load streams`.
import { command as define, wholeNumber } from "../../command.ts"
import { problemsIn, report, runStreams } from "./run.ts"

/** Opens thousands of streams. */
export const command = define({
  about: "Open streams of chat to one server. Exit code 1 when one of them loses an event.",
  words: wholeNumber("open streams", 5_000, "NUMBER"),
  run: async (_options, streams) => {
    const options = {
      streams,
      pace: 3_000,
      progress: (open: number, ended: number) => console.log(`${open} open, ${ended} ended`)
    }
    const streamed = await runStreams(options)
    console.log(report(streamed, options))
    return problemsIn(streamed, options)
  }
})
