// Backends: which of them answers what, and what each can do.
import { useContext } from "preact/hooks"
import type { CheckedBackend, Routes } from "../../protocol.ts"
import { AboutContext } from "../AboutContext.ts"
import { backendRoutes, checkBackends } from "../api.ts"
import { Form } from "../parts/Fields.tsx"
import { RunStatus, Waiting } from "../parts/Panel.tsx"
import { ProblemView } from "../parts/Problem.tsx"
import { useLoaded, useRun } from "../useRun.ts"

/** `gpu-1 (3) or gpu-2 (1), then embedded`. */
const routeText = (steps: Routes[string]): string =>
  steps
    .map((step) =>
      step.map(({ backend, weight }) => (step.length === 1 ? backend : `${backend} (${weight})`)).join(" or ")
    )
    .join(", then ")

const Configured = () => {
  const routes = useLoaded(backendRoutes)
  const runner = useRun<ReadonlyArray<CheckedBackend>>()
  if (routes.problem) return <ProblemView problem={routes.problem} again={routes.reload} />
  if (routes.value === undefined) return <Waiting />
  return (
    <>
      <table>
        <tbody>
          {Object.entries(routes.value).map(([resource, steps]) => (
            <tr key={resource}>
              <th scope="row">{resource}</th>
              <td>{routeText(steps)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Form title="What each can do" label="Check all backends" run={() => runner.start(checkBackends)}>
        {runner.run.value?.map(({ findings, kind, name, url }) => (
          <section key={name} aria-label={`Backend ${name}`}>
            <h3>{name}</h3>
            <p class="hint">
              {kind}, {url}
            </p>
            {findings.map(({ advice, capability, isFailure, value }) => (
              <p key={capability}>
                {capability} <span class={`tag ${isFailure ? "escalate" : "act"}`}>{value}</span> {advice}
              </p>
            ))}
          </section>
        ))}
        <RunStatus
          runner={runner}
          waiting="Asking every backend ..."
          done={({ length }) => (length === 0 ? "There is no backend." : `${length} checked.`)}
        />
      </Form>
    </>
  )
}

/** The backends of the service, where the demo has its operator token. */
export const Backends = () => (
  <section aria-label="Backends">
    <h2>Backends</h2>
    <p class="hint">
      Servers that answer in place of the embedded engine: decision servers, model servers, search services.
    </p>
    {useContext(AboutContext)?.hasAdmin === true ? (
      <Configured />
    ) : (
      <p>
        Start the demo with <code>LEADLINE_ADMIN_URL</code> and <code>LEADLINE_ADMIN_TOKEN</code> of a
        Leadline server to see its backends here.
      </p>
    )}
  </section>
)
