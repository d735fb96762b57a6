// The wire cases of all rooms.
import { decisionsWire } from "./decisions.ts"
import { openapiWire } from "./openapi.ts"
import { systemoneWire } from "./systemone.ts"
import type { WireCase } from "./WireCase.ts"

/** All cases, room by room. */
export const wireCases: ReadonlyArray<WireCase> = [...decisionsWire, ...systemoneWire, ...openapiWire]
