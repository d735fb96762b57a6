// What was typed into a form, kept while the browser's tab is open: a page loaded anew still has it.
import type { Dispatch, StateUpdater } from "preact/hooks"
import { useEffect, useState } from "preact/hooks"

const read = (name: string): unknown => {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "null")
  } catch {
    return null
  }
}

/** What was kept, where it has the form of the beginning; fields of later versions keep their beginning. */
const restored = <A>(kept: unknown, beginning: A): A => {
  if (Array.isArray(beginning)) return Array.isArray(kept) && kept.length > 0 ? (kept as A) : beginning
  if (typeof beginning === "object" && beginning !== null) {
    return typeof kept === "object" && kept !== null && !Array.isArray(kept)
      ? { ...beginning, ...kept }
      : beginning
  }
  return typeof kept === typeof beginning ? (kept as A) : beginning
}

/** `useState` whose value outlives the page. Not for secrets. What does not fit is not kept. */
export const useSessionState = <A>(name: string, beginning: A): [A, Dispatch<StateUpdater<A>>] => {
  const [value, set] = useState(() => restored(read(name), beginning))
  useEffect(() => {
    try {
      sessionStorage.setItem(name, JSON.stringify(value))
    } catch {
      sessionStorage.removeItem(name)
    }
  }, [name, value])
  return [value, set]
}

/** A setter of some fields of a kept object. */
export const patch =
  <A>(set: Dispatch<StateUpdater<A>>) =>
  (change: Partial<A>): void =>
    set((before) => ({ ...before, ...change }))
