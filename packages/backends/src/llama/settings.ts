// The settings of this kind beside those of all kinds.
// Assumed: ours.
import * as Schema from "effect/Schema"
import { Readout } from "../openai-compatible/settings.ts"

const countFrom = (minimum: number, maximum: number) =>
  Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** The settings of this kind. */
export const fields = {
  /** The path of a GGUF file. */
  model: Schema.NonEmptyString.annotate({ description: "The model: a GGUF file." }),
  /** Tokens of a prompt with its answer. Default: 8192, or what the model was trained for, if that is less. */
  contextTokens: Schema.optionalKey(countFrom(256, 1_048_576)).annotate({
    description:
      "Tokens of a prompt with its answer. Default: 8192, or what the model was trained for, if that is less."
  }),
  /** What computes beside the processor. Default: `off`. */
  gpu: Schema.optionalKey(Schema.Literals(["cuda", "metal", "off", "vulkan"])).annotate({
    description: "What computes beside the processor; it needs the library of that name. Default: off."
  }),
  /** Threads of the processor. Default: all cores but one. */
  threads: Schema.optionalKey(countFrom(1, 1_024)).annotate({
    description: "Threads of the processor. Default: all cores but one, which is for the server."
  }),
  /** Requests that may wait for the model. Default: 64. */
  waiting: Schema.optionalKey(countFrom(1, 100_000)).annotate({
    description: "Requests that may wait for the model. Default: 64."
  }),
  /** How decisions are read from the model. */
  readout: Schema.optionalKey(
    Schema.Struct({
      temperature: Readout.fields.temperature,
      rotations: Readout.fields.rotations,
      bothOrders: Readout.fields.bothOrders,
      prior: Readout.fields.prior
    })
  )
}

/** The settings of a backend of this kind. */
export interface LocalModelSettings extends Schema.Struct.Type<typeof fields> {}
