// Annotates a failure by copying it: others may hold the same one.
import { withoutStack } from "./withoutStack.ts"

/** The program's own `Error.prepareStackTrace` may throw. */
const stackOf = (failure: Error): string | undefined => {
  try {
    return failure.stack
  } catch {
    return undefined
  }
}

/** A copy of a failure of the same class, with its stack and more fields. The failure itself stays as it is. */
export const withFields = <E extends Error, const F extends object>(failure: E, fields: F): E & F => {
  const copy = withoutStack(() => new Error(failure.message))
  Object.setPrototypeOf(copy, Object.getPrototypeOf(failure))
  for (const key of Reflect.ownKeys(failure)) {
    Object.defineProperty(copy, key, {
      value: key === "stack" ? stackOf(failure) : Reflect.get(failure, key),
      enumerable: Object.prototype.propertyIsEnumerable.call(failure, key),
      configurable: true,
      writable: true
    })
  }
  return Object.assign(copy, fields) as E & F
}
