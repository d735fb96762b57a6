// A sentence in an error of the compiler.

declare const mistake: unique symbol

/** What the compiler says about a field. An object: an intersection with a text type would be `never`, without a word. Editors offer no symbols. */
export interface Mistake<Message extends string> {
  readonly [mistake]: Message
}
