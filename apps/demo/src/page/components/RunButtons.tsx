// The button that starts a call, and the one that stops it. Neither disappears while it has focus.

/** Start, which submits the form, and Stop. Pressing Start again restarts the call. */
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
