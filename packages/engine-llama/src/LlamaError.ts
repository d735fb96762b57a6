// Why a model cannot be used.
import * as Data from "effect/Data"

/** The model cannot be used: its file, its libraries or the memory. `message` is one line for the operator. */
export class LlamaError extends Data.TaggedError("LlamaError")<{ readonly message: string }> {}
