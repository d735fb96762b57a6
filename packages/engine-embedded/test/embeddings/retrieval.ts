// Retrieval of chunks that do not name their subject, by vectors of a size and encoding.
import { type Form, figures, ownSet } from "../../tools/embeddings/retrieval.ts"

/** The weights were chosen by the queries with even places; these are the others. */
export const heldOut = { ...ownSet, queries: ownSet.queries.filter((_, place) => place % 2 === 1) }

/** The figures of chunks embedded with their document. */
export const contextual = (form: Form, set = ownSet) => figures(set, form, "contextual")

/** The figures of chunks embedded alone. */
export const plain = (form: Form, set = ownSet) => figures(set, form, "plain")
