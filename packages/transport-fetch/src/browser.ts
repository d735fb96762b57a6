// Is this a browser? There a key is everyone's, and a header nobody asked for fails a preflight.
// Source: §5.7.
const own = (holder: unknown, name: string): unknown => Reflect.get(Object(holder), name)
const has = (name: string): boolean => own(globalThis, name) !== undefined

/** Node's own, which a page's shim is not, whatever versions it claims. */
const isProcess = (value: unknown): boolean => Object.prototype.toString.call(value) === "[object process]"

/** Pages and workers of every kind. Node, Deno, Bun and workerd are none, with or without a document. */
export const isBrowser = (): boolean =>
  !isProcess(own(globalThis, "process")) &&
  !has("Deno") &&
  !has("Bun") &&
  own(own(globalThis, "navigator"), "userAgent") !== "Cloudflare-Workers" &&
  (has("document") || has("WorkerGlobalScope"))
