// Form values that survive a reload of the page, in the browser's session storage.
import { useEffect, useState } from "preact/hooks"

const read = (name: string): object => {
  try {
    return Object(JSON.parse(sessionStorage.getItem(name) ?? "{}"))
  } catch {
    return {}
  }
}

/** The values of a form, not for secrets; fields that are not stored have their defaults. */
export const useForm = <A extends object>(name: string, defaults: A) => {
  const [form, set] = useState<A>(() => ({ ...defaults, ...read(name) }))
  useEffect(() => {
    try {
      sessionStorage.setItem(name, JSON.stringify(form))
    } catch {
      // Too large for the storage.
      sessionStorage.removeItem(name)
    }
  }, [name, form])
  const change = (changed: Partial<A>) => set((before) => ({ ...before, ...changed }))
  /** What a field of the form needs. */
  const field = <Key extends keyof A & string>(key: Key) => ({
    id: `${name}-${key}`,
    value: form[key],
    set: (value: A[Key]) => set((before) => ({ ...before, [key]: value }))
  })
  return { form, change, field }
}
