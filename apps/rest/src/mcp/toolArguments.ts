// What is large in messages stays out of what reads them: the arguments of tools, which operations read in steps, and what a
// client says of itself, which its session would keep.
import * as Predicate from "effect/Predicate"

/** What a message may weigh without the arguments of its tools: its characters, and 64 for each of its values. */
export const maxWeight = 262_144

const weightOfValue = 64

/** The weight of a value, without what is in `apart`; it is not weighed any further beyond `limit`. */
const weightOf = (value: unknown, limit: number, apart?: ReadonlySet<object>): number => {
  let weight = weightOfValue + (typeof value === "string" ? value.length : 0)
  if (typeof value !== "object" || value === null || apart?.has(value) === true) return weight
  for (const name in value) {
    if (weight > limit) return weight
    const member: unknown = Reflect.get(value, name)
    weight += name.length + weightOf(member, limit - weight, apart)
  }
  return weight
}

/** Characters of a text of a client that its session keeps. */
const keptLength = 64

const short = (value: unknown): unknown => (typeof value === "string" ? value.slice(0, keptLength) : value)

/** The weight of what a message may say of itself, as the version of one that needs no session. */
const metaWeight = 4_096

/** What a session keeps of its client: no tool asks what it is or can. A value of another type stays, to be refused. */
const withoutClient = (params: object): object => {
  const { _meta, capabilities, clientInfo, protocolVersion } = params as { readonly [name: string]: unknown }
  const client = Predicate.isObject(clientInfo)
    ? { name: short(clientInfo["name"]), version: short(clientInfo["version"]) }
    : clientInfo
  return {
    protocolVersion: short(protocolVersion),
    capabilities: Predicate.isObject(capabilities) ? {} : capabilities,
    clientInfo: client,
    ...(weightOf(_meta, metaWeight) <= metaWeight && { _meta })
  }
}

/** What is taken out of a message, or is made short. */
const apartIn = (message: unknown): unknown => {
  if (!Predicate.isObject(message) || !Predicate.isObject(message["params"])) return undefined
  const { method, params } = message
  return method === "initialize" ? params : method === "tools/call" ? params["arguments"] : undefined
}

/** Takes the arguments out of a message or a batch of them, and what clients say of themselves. */
export const holdArguments = (message: unknown) => {
  const held: Array<unknown> = []
  const apart = new Set([message].flat().map(apartIn).filter(Predicate.isObjectOrArray))
  const lighten = (one: unknown): unknown => {
    if (!Predicate.isObject(one)) return one
    const { method, params } = one as { readonly method?: unknown; readonly params?: unknown }
    if (method === "initialize" && Predicate.isObject(params))
      return { ...one, params: withoutClient(params) }
    if (method !== "tools/call" || !Predicate.isObject(params) || !("arguments" in params)) return one
    return { ...one, params: { ...params, arguments: { held: held.push(params["arguments"]) - 1 } } }
  }
  // Weighed before anything is copied: it may have very many members.
  const isHeavy = weightOf(message, maxWeight, apart) > maxWeight
  const light: unknown = isHeavy ? message : Array.isArray(message) ? message.map(lighten) : lighten(message)
  return {
    message: light,
    isTooLarge: isHeavy || weightOf(light, maxWeight) > maxWeight,
    /** The arguments that a tool is called with. */
    argumentsOf: (given: unknown): unknown =>
      Predicate.isObject(given) && "held" in given ? held[Number(given["held"])] : given
  }
}
