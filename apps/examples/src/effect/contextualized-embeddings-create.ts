// Compares a question with a passage, as an Effect, over fetch. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { ContextualizedEmbeddings } from "@leadline/core/contextualized-embeddings"
import { cosine, toInt8 } from "@leadline/core/embeddings"
import { layerClient } from "@leadline/transport-fetch"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"

const { LEADLINE_API_KEY: apiKey, LEADLINE_BASE_URL: baseUrl = "" } = process.env

const program = Effect.gen(function* () {
  const embeddings = yield* ContextualizedEmbeddings
  const { data } = yield* embeddings.create({
    model: "svc-embed-context-v1-0.6b",
    input: [["The Marina is a hotel on the harbour.", "Breakfast is from seven."], ["When is breakfast?"]]
  })
  const [passage, question] = [data[0]?.data[1]?.embedding ?? "", data[1]?.data[0]?.embedding ?? ""]
  yield* Console.log(cosine(toInt8(passage), toInt8(question)).toFixed(2))
})

await Effect.runPromise(Effect.provide(program, layerClient({ apiKey, baseUrl })))
