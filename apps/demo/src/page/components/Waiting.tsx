// Says that something is under way, and for how long nothing has come.
import { useEffect, useState } from "preact/hooks"

/** Seconds of silence after which they are told. */
const patience = 2

/** What is waited for. `since` changes whenever something has come. */
export const Waiting = ({ since = 0, what }: { readonly what: string; readonly since?: number }) => {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    setSeconds(0)
    const timer = setInterval(() => setSeconds((before) => before + 1), 1_000)
    return () => clearInterval(timer)
  }, [since])
  return (
    <p class="waiting">
      <span class="pulse" aria-hidden="true" />
      {what}
      {seconds >= patience ? (
        <span aria-hidden="true"> Nothing new for {seconds} s. Stop ends it.</span>
      ) : null}
    </p>
  )
}
