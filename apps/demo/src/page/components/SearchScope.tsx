// What search finds here, said where it is used.
import { useAbout } from "../AboutContext.ts"

/** A line for visitors who expect the web; nothing where the service is another one. */
export const SearchScope = () =>
  useAbout()?.sources === undefined ? null : (
    <p class="hint">
      In this demo, search covers this project's documentation, offline. Ask about the client or the server.
    </p>
  )
