// The tab for backends: which of them answers what, and what each can do.
import { useEffect, useState } from "preact/hooks"
import type { CheckedBackend, Problem, Routes } from "../../protocol.ts"
import { useAbout } from "../AboutContext.ts"
import * as Server from "../api.ts"
import { ProblemView } from "../components/ProblemView.tsx"
import { Waiting } from "../components/Waiting.tsx"
import { problemFrom } from "../useCall.ts"

/** `gpu-1 (3) or gpu-2 (1), then embedded`. */
const routeText = (steps: Routes[string]): string =>
  steps
    .map((step) =>
      step.map(({ backend, weight }) => (step.length === 1 ? backend : `${backend} (${weight})`)).join(" or ")
    )
    .join(", then ")

const RouteTable = ({ routes }: { readonly routes: Routes }) => (
  <table class="backends">
    <thead>
      <tr>
        <th scope="col">Resource</th>
        <th scope="col">Answered by</th>
      </tr>
    </thead>
    <tbody>
      {Object.entries(routes).map(([resource, steps]) => (
        <tr key={resource}>
          <th scope="row">{resource}</th>
          <td>{routeText(steps)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const Backend = ({ backend: { findings, kind, name, url } }: { readonly backend: CheckedBackend }) => (
  <section aria-label={`Backend ${name}`}>
    <h3>
      {name} <span class="hint">{`${kind}, ${url}`}</span>
    </h3>
    <ul class="entries">
      {findings.map(({ advice, capability, isFailure = false, value }) => (
        <li key={capability}>
          <span class="grow">
            {capability} <span class={isFailure ? "tag escalate" : "tag act"}>{value}</span> {advice}
          </span>
        </li>
      ))}
    </ul>
  </section>
)

const Configured = () => {
  const [routes, setRoutes] = useState<Routes>()
  const [checked, setChecked] = useState<ReadonlyArray<CheckedBackend>>()
  const [isChecking, setChecking] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const load = () => {
    setProblem(undefined)
    Server.backendRoutes().then(setRoutes, (error: unknown) => setProblem(problemFrom(error)))
  }
  useEffect(load, [])
  const check = () => {
    setProblem(undefined)
    setChecking(true)
    Server.checkBackends()
      .then(setChecked, (error: unknown) => setProblem(problemFrom(error)))
      .finally(() => setChecking(false))
  }
  return (
    <>
      {routes === undefined && problem === undefined ? <Waiting what="Loading ..." /> : null}
      {routes === undefined ? null : <RouteTable routes={routes} />}
      <div class="run">
        <button class="main" type="button" aria-disabled={isChecking} onClick={() => isChecking || check()}>
          Check all backends
        </button>
      </div>
      <div role="status">
        {isChecking ? <Waiting what="Asking every backend ..." /> : null}
        {checked === undefined || isChecking ? null : (
          <p class="hint">{checked.length === 0 ? "There is no backend." : `${checked.length} checked.`}</p>
        )}
      </div>
      {(checked ?? []).map((backend) => (
        <Backend key={backend.name} backend={backend} />
      ))}
      {problem === undefined ? null : <ProblemView problem={problem} again={load} />}
    </>
  )
}

/** The backends of the service, where the demo has its operator token. */
export const Backends = () => {
  const about = useAbout()
  return (
    <>
      <h2>Backends</h2>
      <p class="hint">
        Servers that answer in place of the embedded engine: decision servers, model servers, search services.
        Each answer on the other tabs says which of them it is from.
      </p>
      {about?.hasAdmin === true ? (
        <Configured />
      ) : about === undefined ? (
        <Waiting what="Loading ..." />
      ) : (
        <p>
          Start the demo with <code>LEADLINE_ADMIN_URL</code> and <code>LEADLINE_ADMIN_TOKEN</code> of a
          Leadline server to see its backends here.
        </p>
      )}
    </>
  )
}
