// How the search of the site ranks, in the browser and in its tests.
import type { Options, SearchOptions } from "minisearch"

export const searchOptions: SearchOptions = {
  fuzzy: 0.2,
  prefix: true,
  boost: { title: 4, titles: 2, text: 1 },
  // What a word means comes before its uses. Ids begin with the base of the site.
  boostDocument: (id) => (String(id).includes("/glossary#") ? 2 : 1)
}

export const options: Pick<Options, "processTerm"> = {
  // VitePress sends the source of this function to the browser: it may use nothing around it. Words that say nothing
  // about what is looked for are left out.
  processTerm: (term) => {
    const word = term.toLowerCase()
    const isEmpty =
      /^(?:an?|and|are|as|at|be|by|can|do|does|for|from|have|how|i|if|in|is|it|its|me|my|not|of|on|or|our|own|the|this|to|use|want|we|what|when|where|which|who|why|with|you|your)$/
    return isEmpty.test(word) ? null : word
  }
}
