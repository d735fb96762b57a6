// A sentence in an error of the compiler.

/** What the compiler says about a field. An object: an intersection with a text type would be `never`, without a word. */
export interface Mistake<Message extends string> {
  readonly mistake: Message
}
