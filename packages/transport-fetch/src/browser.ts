// Detects browsers: a key there is visible to everyone, and extra headers fail the preflight.
// Source: §5.7.
const own = (holder: unknown, name: string): unknown => Reflect.get(Object(holder), name)
const has = (name: string): boolean => own(globalThis, name) !== undefined

/** Node's own `process`; the shim of a bundler is not, whatever version it reports. */
const isProcess = (value: unknown): boolean => Object.prototype.toString.call(value) === "[object process]"

/** True in pages and web workers. False in Node, Deno, Bun and workerd, with or without a `document`. */
export const isBrowser = (): boolean =>
  !isProcess(own(globalThis, "process")) &&
  !has("Deno") &&
  !has("Bun") &&
  own(own(globalThis, "navigator"), "userAgent") !== "Cloudflare-Workers" &&
  (has("document") || has("WorkerGlobalScope"))
