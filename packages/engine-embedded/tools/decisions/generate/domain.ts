// The material that training cases are generated from: everyday domains with facts, topics and rating scales.

/**
 * A fact: yes-or-no questions about it, and sentences that state it (`yes`), deny it (`no`), or mention it without stating it
 * (`aside`), such as a plan or a condition. After an `aside` the right answer is no.
 */
export interface Fact {
  readonly asks: ReadonlyArray<string>
  readonly yes: ReadonlyArray<string>
  readonly no: ReadonlyArray<string>
  readonly aside: ReadonlyArray<string>
}

/** What a text can be about: an option of a choice, its description, and first sentences of such texts. */
export interface Topic {
  readonly name: string
  readonly description: string
  readonly openings: ReadonlyArray<string>
}

/** A rating scale: a question, its levels, and sentences for each level. */
export interface Scale {
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
  readonly scales: ReadonlyArray<Scale>
  readonly fillers: ReadonlyArray<string>
}

const split = (text: string): ReadonlyArray<string> => text.split(" | ")

/** Makes a fact of lists separated by ` | `: its questions, then the sentences of each kind. */
export const fact = (asks: string, yes: string, no: string, aside: string): Fact => {
  return { asks: split(asks), yes: split(yes), no: split(no), aside: split(aside) }
}

/** Makes a topic. Its openings are separated by ` | `. */
export const topic = (name: string, description: string, openings: string): Topic => ({
  name,
  description,
  openings: openings.split(" | ")
})

/** Makes a rating scale. Its levels, and the sentences for each level, are separated by ` | `. */
export const scale = (ask: string, levels: string, ...sentences: ReadonlyArray<string>): Scale => ({
  ask,
  levels: levels.split(" | "),
  sentences: sentences.map(split)
})
