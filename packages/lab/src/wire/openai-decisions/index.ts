// Wire cases of OpenAI's Decisions.
import type { WireCase } from "../WireCase.ts"
import { refusals, same } from "./refusals.ts"
import { successes } from "./successes.ts"

/** All cases of the dialect. */
export const openaiDecisionsWire: ReadonlyArray<WireCase> = [...successes, ...refusals, ...same]
