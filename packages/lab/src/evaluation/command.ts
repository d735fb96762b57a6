// The command `eval`: how many decisions of the embedded engine are right.
import { command as define } from "../command.ts"

/** The evaluation, which lies beside the engine and its labelled cases. */
interface Evaluation {
  readonly evaluate: () => Promise<string>
}

const location = new URL("../../../engine-embedded/tools/decisions/evaluate.ts", import.meta.url)

/** Prints the figures as Markdown. */
export const command = define({
  about:
    "Measures the embedded decisions engine on labelled cases: each domain is answered by a model that was fitted without it. Then on domains that serve measuring alone, and on probes.",
  run: async () => {
    const { evaluate }: Evaluation = await import(location.href)
    console.log(await evaluate())
  }
})
