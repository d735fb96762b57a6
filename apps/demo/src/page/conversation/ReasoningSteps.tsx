// The reasoning of an answer: thoughts, searches, pages read.
// Source: §6.

/** One step. */
export interface ReasoningStep {
  readonly kind: string
  readonly text: string
}

/** The steps, expanded while they stream in. */
export const ReasoningSteps = ({
  isRunning,
  steps
}: {
  readonly steps: ReadonlyArray<ReasoningStep>
  readonly isRunning: boolean
}) =>
  steps.length === 0 ? null : (
    <details class="steps" open={isRunning}>
      <summary>Reasoning: {steps.length === 1 ? "1 step" : `${steps.length} steps`}</summary>
      <ol>
        {steps.map(({ kind, text }, at) => (
          <li key={at}>
            <b>{kind}</b> {text}
          </li>
        ))}
      </ol>
    </details>
  )
