// The command `eval`: how many decisions of the embedded engine are right.
import { command as define, text } from "../command.ts"

/** The evaluation, which lies beside the engine and its labelled cases. */
interface Evaluation {
  readonly evaluate: (file?: string) => Promise<string>
}

const location = new URL("../../../engine-embedded/tools/decisions/evaluate.ts", import.meta.url)

/** Prints the figures as Markdown. */
export const command = define({
  about:
    "Measures the embedded decisions engine on labelled cases: each domain is answered by a model that was fitted without it. Then on domains that serve measuring alone, and on probes.",
  words: text(
    "measures the engine as it is on labelled cases, like packages/engine-embedded/eval",
    "FILE.jsonl"
  ),
  run: async (_, file) => {
    const { evaluate }: Evaluation = await import(location.href)
    console.log(await evaluate(file))
  }
})
