// Compares two texts by their bits, as an Effect, over fetch. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { Embeddings, hamming, toBits } from "@leadline/core/embeddings"
import { layerClient } from "@leadline/transport-fetch"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"

const { LEADLINE_API_KEY: apiKey, LEADLINE_BASE_URL: baseUrl = "" } = process.env

const program = Effect.gen(function* () {
  const embeddings = yield* Embeddings
  const { data } = yield* embeddings.create({
    model: "svc-embed-v1-0.6b",
    input: ["The boat lies in the harbour.", "A ship is moored at the quay."],
    dimensions: 256,
    encoding_format: "base64_binary"
  })
  const [boat, ship] = data.map(({ embedding }) => toBits(embedding))
  if (boat !== undefined && ship !== undefined)
    yield* Console.log(`${hamming(boat, ship)} of 256 bits differ`)
})

await Effect.runPromise(Effect.provide(program, layerClient({ apiKey, baseUrl })))
