// Types of the package snowball-stemmers, which has none of its own.
declare module "snowball-stemmers" {
  const snowball: {
    /** A stemmer by the name of its algorithm; throws for an unknown one. */
    readonly newStemmer: (algorithm: string) => { readonly stem: (word: string) => string }
  }
  export default snowball
}
