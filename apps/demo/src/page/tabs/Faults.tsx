// The error handling tab: faults to try, the typed error, the attempts.
// Source: §7.
import { useAbout } from "../AboutContext.ts"
import { Fault } from "../faults/Fault.tsx"
import { Waiting } from "../components/Waiting.tsx"

/** All faults that the demo server can simulate. */
export const Faults = () => {
  const about = useAbout()
  return (
    <>
      <h2>Error handling</h2>
      <p class="hint">
        Each button makes a real call with the real client over a network that fails in one way. You see the
        typed error that your code gets, and every attempt the client made.
      </p>
      {about === undefined ? <Waiting what="Loading ..." /> : null}
      <ul class="faults">
        {(about?.faults ?? []).map((info) => (
          <Fault key={info.id} info={info} />
        ))}
      </ul>
    </>
  )
}
