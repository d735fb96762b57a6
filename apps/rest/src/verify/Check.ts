// The checks of `leadline verify`: stable ids, the section of the contract that each cites, and how much each matters.

/** The shapes of requests that are checked. */
export const dialects = ["leadline", "system-one", "openai-decisions"] as const

/** {@link dialects}. */
export type Dialect = (typeof dialects)[number]

/** `must`: clients break without it. `should`: the contract says so, but clients cope. `info`: a measurement. */
export type Level = "must" | "should" | "info"

/** A check. */
export interface Check {
  /** Never changes: baselines name it. */
  readonly id: CheckId
  /** What holds, as a sentence. */
  readonly title: string
  /** The section of docs/contract.md. */
  readonly section: string
  /** Absent: the dialect does not have it. */
  readonly levels: { readonly [D in Dialect]?: Level }
}

const all = (level: Level) => ({ leadline: level, "system-one": level, "openai-decisions": level }) as const

/** Of the contract; in other dialects it is good to have. */
const own = { leadline: "must", "system-one": "should", "openai-decisions": "should" } as const

const leadlineOnly = { leadline: "must" } as const

const table = {
  "form.status": ["A valid request is answered with 200", "§4.1", all("must")],
  "form.json": ["The answer is JSON, and says so", "§4", all("must")],
  "form.model": ["The answer names the model", "§2.3", all("must")],
  "form.names": ["One answer for each question, under its name, and no other", "§2.3", all("must")],
  "form.type": ["An answer has the type of its question", "§2.3", all("must")],
  "form.probability": ["Probabilities are numbers from 0 to 1", "§2.3", all("must")],
  "form.options": [
    "Each option and level has its probability, and nothing else has one",
    "§2.3",
    all("must")
  ],
  "form.confidence": ["A confidence is a number from 0 to 1", "§2.3", all("must")],
  "form.legend": ["The levels of a score come back as they were sent", "§2.3", all("must")],
  "form.values": ["Choices come back typed as they were sent", "§2.3", { "openai-decisions": "must" }],
  "form.usage": ["Tokens are counted as whole numbers", "§2.3", all("must")],
  "numbers.sum": ["Probabilities sum to 1", "§2.3", all("must")],
  "numbers.argmax": ["The choice is the most probable option", "§2.3", all("must")],
  "numbers.mean": ["The score is the mean of the levels", "§2.3", all("must")],
  "numbers.choice-confidence": ["The confidence of a choice follows the formula", "§2.3", all("should")],
  "numbers.score-confidence": ["The confidence of a score follows the formula", "§2.3", all("should")],
  "options.single": [
    "A single option or level has probability 1",
    "§2.2",
    { leadline: "must", "system-one": "should" }
  ],
  "options.names": ["Any name of a question and of an option comes back", "§2.2", all("must")],
  "options.order": ["The order of options changes no winner", "§2.3", all("should")],
  "questions.order": ["The order of questions changes no answer", "§4.1", own],
  "questions.company": ["Other questions of a request change no answer", "§4.1", own],
  "questions.repeat": ["The same request has the same answer", "§4.1", all("should")],
  "limits.accepted": ["Requests at the limits are answered", "§8", own],
  "limits.questions": ["More questions than the limit are refused", "§8", own],
  "limits.options": ["More options than the limit are refused", "§8", own],
  "limits.levels": ["More levels than the limit are refused", "§8", own],
  "limits.none": ["A request without questions is refused", "§8", all("must")],
  "errors.key": ["Without a key the answer is 401", "§5", all("must")],
  "errors.wrong-key": ["With a wrong key the answer is 401", "§5", all("must")],
  "errors.x-api-key": ["A key in x-api-key alone is no key", "§5", leadlineOnly],
  "errors.form": ["A refusal says why, in JSON", "§2.4", all("must")],
  "errors.json": ["A body that is not JSON is refused with 400", "§7.1", all("must")],
  "errors.field": ["Unknown fields are refused, or ignored where the dialect says so", "§2.1", own],
  "errors.model": ["An unknown model is refused", "§2.1", own],
  "errors.question": ["A question that asks nothing is refused", "§2.2", own],
  "errors.type": ["A question of an unknown type is refused", "§2.2", all("must")],
  "errors.method": ["Another method is 405 and names those of the path", "§7.1", own],
  "errors.path": ["A trailing slash is another path: 404", "§4", leadlineOnly],
  "headers.request-id": ["Answers have a request id", "§4.1", own],
  "headers.rate-limit": ["Answers say what is left of the rate limit", "§4.1", leadlineOnly],
  "images.data-url": ["An image in the request is accepted", "§2.1", own],
  "images.broken": ["Bytes that are no image are refused", "§2.1", own],
  "images.address": ["An image by address is refused: the server fetches nothing", "§2.1", own],
  "state.forms": ["Text, objects and arrays are content", "§2.1", all("must")],
  "coherence.form": ["The same content as text and as an object has the same winner", "§2.1", all("info")],
  "coherence.negation": ["A statement and its negation add up to 1, within 0.05", "§2.3", all("info")],
  "coherence.criteria": [
    "Yes and no exchanged give 1 minus the probability, within 0.05",
    "§2.2",
    all("info")
  ],
  "coherence.levels": [
    "Levels in reverse give the reversed score, within 0.05 of the scale",
    "§2.2",
    all("info")
  ]
} as const satisfies { readonly [id: string]: readonly [string, string, Check["levels"]] }

/** The id of a check. */
export type CheckId = keyof typeof table

/** All checks. */
export const checks: ReadonlyArray<Check> = Object.entries(table).map(([id, [title, section, levels]]) => ({
  // The keys of the table are the ids.
  id: id as CheckId,
  title,
  section,
  levels
}))

/** The outcome of a check. `tolerated`: not as the contract says, but known servers of the dialect do it. */
export type Outcome = "passed" | "tolerated" | "failed" | "not testable"

/** What was found for one check. */
export interface Finding extends Check {
  readonly level: Level
  readonly outcome: Outcome
  /** What was seen: of a failure, a tolerance, or why it cannot be tested. */
  readonly notes: ReadonlyArray<string>
  /** The baseline expects the failure. */
  readonly isExpected: boolean
}

/** Notes kept of one check. */
const maxNotes = 3

/** Characters of a note: servers wrote some of them. */
const maxLength = 200

const clipped = (note: string) => (note.length > maxLength ? `${note.slice(0, maxLength)} …` : note)

/** Collects what checks see. */
export class Recorder {
  readonly #seen = new Map<CheckId, { outcome: Outcome; notes: Array<string> }>()

  #note(id: CheckId, outcome: Outcome, text?: string): void {
    const note = text === undefined ? undefined : clipped(text)
    const rank: { readonly [O in Outcome]: number } = {
      "not testable": 0,
      passed: 1,
      tolerated: 2,
      failed: 3
    }
    const seen = this.#seen.get(id) ?? { outcome: "not testable", notes: [] }
    if (rank[outcome] > rank[seen.outcome]) {
      seen.outcome = outcome
      seen.notes = []
    }
    if (
      note !== undefined &&
      outcome === seen.outcome &&
      seen.notes.length < maxNotes &&
      !seen.notes.includes(note)
    ) {
      seen.notes.push(note)
    }
    this.#seen.set(id, seen)
  }

  /** Records a check: passed, failed, or, if `tolerated`, tolerated. Gives whether it passed. */
  expect(id: CheckId, holds: boolean, note: string, isTolerated = false): boolean {
    if (holds) this.#note(id, "passed")
    else this.#note(id, isTolerated ? "tolerated" : "failed", note)
    return holds
  }

  /** Says why a check cannot be tested, if nothing else is recorded of it. */
  skip(id: CheckId, reason: string): void {
    this.#note(id, "not testable", reason)
  }

  /** The findings of the checks of a dialect. */
  findings(dialect: Dialect, expected: ReadonlySet<string> = new Set()): ReadonlyArray<Finding> {
    return checks.flatMap((check) => {
      const level = check.levels[dialect]
      if (level === undefined) return []
      const { notes, outcome } = this.#seen.get(check.id) ?? {
        notes: ["no answer shows it"],
        outcome: "not testable"
      }
      return [{ ...check, level, outcome, notes, isExpected: expected.has(check.id) }]
    })
  }
}
