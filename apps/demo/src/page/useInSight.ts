// On a small screen what is asked for appears below what was pressed: it is brought into sight.
// Source: none; Assumed: ours.
import { useEffect, useRef } from "preact/hooks"

/** For an element that is scrolled to, when something begins in it that could not be seen. */
export const useInSight = <E extends HTMLElement>(begins: boolean) => {
  const place = useRef<E>(null)
  useEffect(() => {
    const { current } = place
    if (!begins || current === null) return
    const { bottom, top } = current.getBoundingClientRect()
    if (top > innerHeight * 0.75 || bottom < 0) current.scrollIntoView({ block: "start" })
  }, [begins])
  return place
}
