// The button that starts a call, and the one that stops it. Neither goes away under the focus.

/** Start, which is the form's submit, and stop. Pressed again, start begins anew. */
export const RunButtons = ({
  isRunning,
  label,
  stop
}: {
  readonly label: string
  readonly isRunning: boolean
  readonly stop: () => void
}) => (
  <div class="row run">
    <button class="main" type="submit">
      {label}
    </button>
    <button
      type="button"
      aria-disabled={!isRunning}
      onClick={() => {
        if (isRunning) stop()
      }}
    >
      Stop
    </button>
  </div>
)
