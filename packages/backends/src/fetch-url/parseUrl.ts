// Addresses of pages. `URL` is a global of every supported runtime.

/** A parsed address. */
export interface PageUrl {
  readonly href: string
  readonly protocol: string
  readonly origin: string
  readonly hostname: string
  /** Empty: the usual one of its protocol. */
  readonly port: string
  readonly pathname: string
  readonly search: string
  readonly username: string
  readonly password: string
}

declare const URL: { readonly parse: (url: string, base?: string) => PageUrl | null }

/** Parses an address; relative ones by the page that has them. */
export const parseUrl = (url: string, base?: string): PageUrl | undefined => URL.parse(url, base) ?? undefined
