// The model server of the benchmark: every chat completion takes so many milliseconds and has the same answer.
import { newSeen, startScript } from "@leadline/lab"
import * as Effect from "effect/Effect"

const [delay = "50"] = process.argv.slice(2)

const tokens = ["yes", "A", "0", "no", "B", "1", "C", "2", ..."DEFGHIJ3456", "The"]
const alternatives = tokens.map((token, at) => ({ token, logprob: -3 - at / 10 }))
const answer = JSON.stringify({
  id: "chatcmpl-1",
  object: "chat.completion",
  model: "my-model",
  choices: [
    {
      index: 0,
      message: { role: "assistant", content: "A" },
      logprobs: { content: [{ token: "A", logprob: -3, top_logprobs: alternatives }] },
      finish_reason: "length"
    }
  ],
  usage: { prompt_tokens: 100, completion_tokens: 1 }
})

const models = { body: { object: "list", data: [{ id: "my-model", owned_by: "vllm" }] } }

const program = Effect.gen(function* () {
  const url = yield* startScript(
    ({ path }) => (path === "/v1/models" ? models : { after: Number(delay), text: answer }),
    // Requests are not kept: there are hundreds of thousands.
    { ...newSeen(), requests: { push: () => 0 } as never }
  )
  process.send?.({ url })
  yield* Effect.callback<void>((resume) => void process.once("disconnect", () => resume(Effect.void)))
})

await Effect.runPromise(Effect.scoped(program))
