// The settings of this kind beside those of all kinds.
// Assumed: ours.
import * as Schema from "effect/Schema"

const Temperature = Schema.Finite.check(Schema.isGreaterThan(0))

const Temperatures = Schema.Struct({
  "2": Schema.optionalKey(Temperature),
  "3-5": Schema.optionalKey(Temperature),
  "6-10": Schema.optionalKey(Temperature),
  "11-31": Schema.optionalKey(Temperature),
  "32-255": Schema.optionalKey(Temperature)
})

const countUpTo = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 1, maximum }))

/** How decisions are read from log-probabilities. All are off by default. */
export const Readout = Schema.Struct({
  /** Temperatures by kind of question and number of options, fitted on labelled data. Default 1, at most 8. */
  temperature: Schema.optionalKey(
    Schema.Struct({
      noul: Schema.optionalKey(Temperature),
      choice: Schema.optionalKey(Temperatures),
      score: Schema.optionalKey(Temperatures)
    })
  ),
  /** Orders in which the options of a choice are asked; each is a call. Default 1. */
  rotations: Schema.optionalKey(countUpTo(16)),
  /** Asks each noul twice, with yes first and with no first. Default false. */
  bothOrders: Schema.optionalKey(Schema.Boolean),
  /** Takes out the mean answer to a question, once it was asked eight times. Default false. */
  prior: Schema.optionalKey(Schema.Boolean),
  /** Calls of one request in progress at a time. Default 8. */
  concurrency: Schema.optionalKey(countUpTo(256)),
  /** Alternatives asked for. Default: 200 if the server gives them, else 20. */
  topLogprobs: Schema.optionalKey(countUpTo(100_000)),
  /**
   * How thinking is switched off: `off` by the chat template, `reasoning_effort` by that field, `leave` not at all.
   * Default: `off`, and `leave` for a server that refuses the field.
   */
  thinking: Schema.optionalKey(Schema.Literals(["off", "reasoning_effort", "leave"])),
  /**
   * `top-logprobs` (default) reads the likeliest tokens. `token-ids` asks vLLM for the labels by their token ids: only
   * for a server that nobody else uses. `prompted` has the model write its probabilities, which are worse.
   */
  method: Schema.optionalKey(Schema.Literals(["top-logprobs", "token-ids", "prompted"]))
})

/** {@link Readout}, readonly. */
export type Readout = typeof Readout.Type

/** How texts are embedded. */
export const EmbeddingsSettings = Schema.Struct({
  /** Texts of one call. Default: what the server says, or 32. */
  batch: Schema.optionalKey(countUpTo(512)),
  /** Chunks are embedded with their document by the vectors of its tokens, if the server gives them. Default true. */
  tokenVectors: Schema.optionalKey(Schema.Boolean)
})

/** {@link EmbeddingsSettings}, readonly. */
export type EmbeddingsSettings = typeof EmbeddingsSettings.Type

/** The settings of this kind. */
export const fields = {
  readout: Schema.optionalKey(Readout),
  embeddings: Schema.optionalKey(EmbeddingsSettings),
  /** Its models call functions. Default: yes, until it refuses them. Without, one search precedes the answer. */
  tools: Schema.optionalKey(Schema.Boolean),
  /** `fetch_url` keeps to the robots.txt of a site. Default true. */
  respectRobots: Schema.optionalKey(Schema.Boolean),
  /** Ports at which `fetch_url` reads pages, beside 80 and 443. Default: none. */
  fetchPorts: Schema.optionalKey(Schema.Array(countUpTo(65_535)))
}
