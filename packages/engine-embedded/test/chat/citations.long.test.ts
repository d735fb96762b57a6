// Answers over the documentation of this project: most questions about it are answered, others are declined.
import { assert } from "vitest"
import { checkQuotes, isDeclined, test } from "./citations.ts"

const answered = `How do I rotate an API key?
How do I start the server?
Which Node version do I need?
How do I cancel a call?
How do I use the client with Effect?
Where are API keys stored?
How long does a client wait before it retries?
How do I stream an answer to a browser?
Can several tenants share one server?
How do I test without a server?
Which header has the request id?
What is a noul?
Does the embedded engine need a network?
What does readiness mean here?
How do I use a proxy?
How can I limit costs?
What is the default port?
Which databases can store keys?
What is in the access log?
How do I send several documents at once?`.split("\n")

const unanswered = `Who painted the ceiling of the Sistine chapel?
What is the capital of Mongolia?
How do I bake sourdough bread?
Does Leadline support GraphQL subscriptions?
How do I deploy to AWS Lambda with Terraform?
What is the price of the enterprise plan?
How do I integrate with Salesforce?
Is there a Python client?
How do I configure single sign-on with Okta?
When was Leadline founded?
Who is the chief executive?
How do I enable dark mode?
What is the weather in Paris today?
How do I train my own model with LoRA?
Can I use it with Kotlin Multiplatform?
How do I reset my password?
Which cities have an office of Leadline?
How do I export data to Excel?
Which airline flies to Oslo?
How does photosynthesis work?`.split("\n")

test("answers quote their pages, and 18 of 20 questions at least are answered", function* () {
  let [count, declined] = [0, 0]
  for (const question of answered) {
    const found = yield* checkQuotes(question)
    count += found
    if (found === 0) declined++
  }
  assert.isAbove(count, answered.length)
  assert.isAtMost(declined, 2)
})

test("what no page answers is declined plainly, in 19 of 20 cases or more", function* () {
  const wrong: Array<string> = []
  for (const question of unanswered) if (!(yield* isDeclined(question))) wrong.push(question)
  assert.isAtMost(wrong.length, 1, wrong.join("\n"))
})
