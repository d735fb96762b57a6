// The arguments of tools stay out of messages: what reads messages takes each in one go, and operations read arguments in steps.
import * as Predicate from "effect/Predicate"

/** What a message may weigh without the arguments of its tools: its characters, and 64 for each of its values. */
export const maxWeight = 262_144

const weightOfValue = 64

/** The weight of a value; it is not weighed any further beyond `limit`. */
const weightOf = (value: unknown, limit: number): number => {
  let weight = weightOfValue + (typeof value === "string" ? value.length : 0)
  if (typeof value !== "object" || value === null) return weight
  for (const name in value) {
    if (weight > limit) return weight
    const member: unknown = Reflect.get(value, name)
    weight += name.length + weightOf(member, limit - weight)
  }
  return weight
}

/** Takes the arguments out of a message or a batch of them. */
export const holdArguments = (message: unknown) => {
  const held: Array<unknown> = []
  const lighten = (one: unknown): unknown => {
    if (!Predicate.isObject(one)) return one
    const { method, params } = one as { readonly method?: unknown; readonly params?: unknown }
    if (method !== "tools/call" || !Predicate.isObject(params) || !("arguments" in params)) return one
    return { ...one, params: { ...params, arguments: { held: held.push(params["arguments"]) - 1 } } }
  }
  const light: unknown = Array.isArray(message) ? message.map(lighten) : lighten(message)
  return {
    message: light,
    isTooLarge: weightOf(light, maxWeight) > maxWeight,
    /** The arguments that a tool is called with. */
    argumentsOf: (given: unknown): unknown =>
      Predicate.isObject(given) && "held" in given ? held[Number(given["held"])] : given
  }
}
