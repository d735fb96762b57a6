// Checks that a helper is given a resource of a client, as `client.chat`, and not the client.

/** The TypeError for what lacks a method of the resource; undefined if it has it. */
export const resourceError = (
  given: unknown,
  method: "create" | "stream",
  resource: string
): TypeError | undefined =>
  typeof (given as { readonly [name: string]: unknown } | null | undefined)?.[method] === "function"
    ? undefined
    : new TypeError(`${resource}: expected a resource of a client, pass client.${resource}`)

/** Throws the {@link resourceError}, if there is one. */
export const checkResource = (given: unknown, resource: string): void => {
  const error = resourceError(given, "create", resource)
  if (error !== undefined) throw error
}
