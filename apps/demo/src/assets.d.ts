// Types of the built page: every file by its path.
declare module "#assets" {
  /** A file of the page, as it is served. */
  export interface Asset {
    readonly type: string
    readonly text: string
    /** An ETag of the text. */
    readonly tag: string
  }
  export const assets: { readonly [path: string]: Asset }
}
