// Progress of a running call, and for how long no data has arrived.
import { useEffect, useState } from "preact/hooks"

/** Seconds without data after which they are shown. */
const patience = 2

/** A line about a running call. `since` changes whenever data arrives. */
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
        <span aria-hidden="true"> No data for {seconds} s. Press Stop to cancel.</span>
      ) : null}
    </p>
  )
}
