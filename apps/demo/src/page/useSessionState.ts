// Form values that survive a reload of the page, in the browser's session storage.
import type { Dispatch, StateUpdater } from "preact/hooks"
import { useEffect, useState } from "preact/hooks"

const read = (name: string): unknown => {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "null")
  } catch {
    return null
  }
}

/** The stored value where it has the shape of the defaults. Fields it lacks keep their defaults. */
const restored = <A>(kept: unknown, beginning: A): A => {
  if (Array.isArray(beginning)) return Array.isArray(kept) && kept.length > 0 ? (kept as A) : beginning
  if (typeof beginning === "object" && beginning !== null) {
    return typeof kept === "object" && kept !== null && !Array.isArray(kept)
      ? { ...beginning, ...kept }
      : beginning
  }
  return typeof kept === typeof beginning ? (kept as A) : beginning
}

/** `useState` whose value survives a reload. Not for secrets. Values too large for the storage are not stored. */
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

/** A setter for some fields of an object. */
export const patch =
  <A>(set: Dispatch<StateUpdater<A>>) =>
  (change: Partial<A>): void =>
    set((before) => ({ ...before, ...change }))
