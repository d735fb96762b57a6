// A hint about what search covers in this demo.
import { useAbout } from "../AboutContext.ts"

/** The hint. Nothing where the service is not the demo's own. */
export const SearchScope = () =>
  useAbout()?.sources === undefined ? null : (
    <p class="hint">
      In this demo, search covers this project's documentation, offline. Ask about the client or the server.
    </p>
  )
