// Facts about the demo server, for any component.
import { createContext } from "preact"
import type { About } from "../protocol.ts"

/** Undefined until they are loaded. */
export const AboutContext = createContext<About | undefined>(undefined)
