// All kinds of backends.
import { leadline } from "../leadline/kind.ts"
import { openaiCompatible } from "../openai-compatible/kind.ts"
import type { BackendKind } from "./BackendKind.ts"

/** By their names in the configuration. A kind that is missing here cannot be configured. */
export const kinds: ReadonlyArray<BackendKind> = [leadline, openaiCompatible]
