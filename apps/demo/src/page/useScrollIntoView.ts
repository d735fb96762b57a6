// Scrolls a result into view: on a small screen it appears below the button that was pressed.
import { useEffect, useRef } from "preact/hooks"

/** A ref for an element to scroll to when its call starts or ends out of view. */
export const useScrollIntoView = <E extends HTMLElement>(stage: string) => {
  const place = useRef<E>(null)
  useEffect(() => {
    const { current } = place
    if (stage === "idle" || current === null) return
    const { bottom, top } = current.getBoundingClientRect()
    if (top > innerHeight * 0.6 || bottom < 0) current.scrollIntoView({ block: "start" })
  }, [stage])
  return place
}
