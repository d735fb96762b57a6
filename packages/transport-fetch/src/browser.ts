// Tells runtimes apart: a key in a browser is visible to everyone, and extra headers fail the preflight.
// Source: §5.7.

/** The global scope of the runtime. */
export const scope: { readonly [name: string]: unknown } = Object(globalThis)

/** Node's own `process`; the shim of a bundler is not, whatever version it reports. */
const isProcess = (value: unknown): boolean => Object.prototype.toString.call(value) === "[object process]"

/** True in pages and web workers. False in Node, Deno, Bun and workerd, with or without a `document`. */
export const isBrowser = (): boolean =>
  !isProcess(scope["process"]) &&
  !scope["Deno"] &&
  !scope["Bun"] &&
  Object(scope["navigator"]).userAgent !== "Cloudflare-Workers" &&
  Boolean(scope["document"] ?? scope["WorkerGlobalScope"])

/** Node's own fetch, as it is before a program replaces it; undefined elsewhere. */
export const nodeFetch: unknown = Object(Object(scope["process"]).versions).undici && scope["fetch"]
