// What the demo's server says of itself, for whoever in the page needs it.
import { createContext } from "preact"
import { useContext } from "preact/hooks"
import type { About } from "../protocol.ts"

/** Undefined until it is known. */
export const AboutContext = createContext<About | undefined>(undefined)

/** {@link AboutContext}. */
export const useAbout = (): About | undefined => useContext(AboutContext)
