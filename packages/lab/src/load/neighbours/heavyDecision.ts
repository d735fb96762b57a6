// The body of a decision that takes the embedded engine hundreds of slices.
const words = 50_000
const questions = 48

const criteria = { billing: "Invoices and refunds", technical: "Bugs and outages", other: "Anything else" }

/** A long state and many questions about it. */
export const heavyDecision = JSON.stringify({
  model: "decider-27b",
  state: Array.from({ length: words }, (_, at) => `word${at % 977} tide${at % 31}`).join(" "),
  questions: Object.fromEntries(
    Array.from({ length: questions }, (_, at) => [`q${at}`, { type: "choice", criteria }])
  )
})
