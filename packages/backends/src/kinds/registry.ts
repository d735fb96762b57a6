// All kinds of backends.
import { leadline } from "../leadline/kind.ts"
import { llama } from "../llama/kind.ts"
import { openaiCompatible } from "../openai-compatible/kind.ts"
import { openaiDecisions } from "../openai-decisions/kind.ts"
import { openrouter } from "../openrouter/kind.ts"
import { systemOne } from "../system-one/kind.ts"
import { brave } from "../web-search/brave.ts"
import { exa } from "../web-search/exa.ts"
import { searxng } from "../web-search/searxng.ts"
import { tavily } from "../web-search/tavily.ts"
import type { BackendKind } from "./BackendKind.ts"

/** By their names in the configuration. A kind that is missing here cannot be configured. */
export const kinds: ReadonlyArray<BackendKind> = [
  leadline,
  systemOne,
  openaiDecisions,
  openrouter,
  openaiCompatible,
  llama,
  searxng,
  brave,
  tavily,
  exa
]
