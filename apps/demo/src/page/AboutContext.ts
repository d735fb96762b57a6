// Facts about the demo server, for any component.
import { createContext } from "preact"
import { useContext } from "preact/hooks"
import type { About } from "../protocol.ts"

/** Undefined until it is loaded. */
export const AboutContext = createContext<About | undefined>(undefined)

/** {@link AboutContext}. */
export const useAbout = (): About | undefined => useContext(AboutContext)
