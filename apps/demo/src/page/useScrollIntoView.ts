// On a small screen what is asked for appears below what was pressed: it is brought into sight.
import { useEffect, useRef } from "preact/hooks"

/** For an element that is scrolled to, when its call begins or ends where it cannot be seen. */
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
