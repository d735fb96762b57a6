// The form of the material of generated training cases: everyday domains with facts, topics and ladders.

/**
 * A fact: questions about it, and sentences that state it, deny it, or only speak of it (a plan, a condition, somebody
 * else). Sentences that only speak of it leave the answer no.
 */
export interface Fact {
  readonly asks: ReadonlyArray<string>
  readonly yes: ReadonlyArray<string>
  readonly no: ReadonlyArray<string>
  readonly aside: ReadonlyArray<string>
}

/** What a text can be about: the description of the option, and openings of such texts. */
export interface Topic {
  readonly name: string
  readonly description: string
  readonly openings: ReadonlyArray<string>
}

/** An ordered scale: a question, its levels, and sentences of each level. */
export interface Ladder {
  readonly ask: string
  readonly levels: ReadonlyArray<string>
  readonly sentences: ReadonlyArray<ReadonlyArray<string>>
}

/** One everyday domain. */
export interface Domain {
  readonly name: string
  readonly facts: ReadonlyArray<Fact>
  readonly topicAsk: string
  readonly topics: ReadonlyArray<Topic>
  readonly ladders: ReadonlyArray<Ladder>
  readonly fillers: ReadonlyArray<string>
}

const split = (text: string): ReadonlyArray<string> => text.split(" | ")

/** A fact of lists separated by ` | `: questions, then sentences that state it, deny it, and only speak of it. */
export const fact = (asks: string, yes: string, no: string, aside: string): Fact => {
  return { asks: split(asks), yes: split(yes), no: split(no), aside: split(aside) }
}

/** A topic with openings separated by ` | `. */
export const topic = (name: string, description: string, openings: string): Topic => ({
  name,
  description,
  openings: openings.split(" | ")
})

/** A ladder of levels separated by ` | `, and for each level its sentences. */
export const ladder = (ask: string, levels: string, ...sentences: ReadonlyArray<string>): Ladder => ({
  ask,
  levels: levels.split(" | "),
  sentences: sentences.map(split)
})
