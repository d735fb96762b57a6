// What is made once for each model of a server: callers may name any where the configuration maps `*`.

/** Models that are remembered. */
const mostModels = 1_000

/** Makes a value for each model, once; of too many models the one that was asked for longest ago is forgotten. */
export const perModel = <A>(make: (model: string) => A): ((model: string) => A) => {
  const known = new Map<string, A>()
  return (model) => {
    const value = known.get(model) ?? make(model)
    known.delete(model)
    known.set(model, value)
    const oldest = known.keys().next()
    if (known.size > mostModels && oldest.done !== true) known.delete(oldest.value)
    return value
  }
}
