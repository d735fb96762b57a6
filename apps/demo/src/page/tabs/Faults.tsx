// The tab of what goes wrong: faults to provoke, the typed error, the attempts.
// Source: §7.
import { useAbout } from "../AboutContext.ts"
import { Fault } from "../faults/Fault.tsx"
import { Waiting } from "../components/Waiting.tsx"

/** All faults that the demo's server can provoke. */
export const Faults = () => {
  const about = useAbout()
  return (
    <>
      <h2>What goes wrong</h2>
      <p class="hint">
        Each button makes a real call through a real client, over a network that misbehaves in this one way.
        You see the error as your code gets it, and every attempt the client made.
      </p>
      {about === undefined ? <Waiting what="Asking what can go wrong ..." /> : null}
      <ul class="faults">
        {(about?.faults ?? []).map((info) => (
          <Fault key={info.id} info={info} />
        ))}
      </ul>
    </>
  )
}
