// What the build makes of the page: every file by its path.
declare module "#assets" {
  /** A file of the page, as it is served. */
  export interface Asset {
    readonly type: string
    readonly text: string
    /** Changes with the text. */
    readonly tag: string
  }
  export const assets: { readonly [path: string]: Asset }
}
