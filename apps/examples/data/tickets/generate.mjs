// Writes labelled.csv and later.csv: tickets that were put together from phrases, with the topic each phrase was written
// for. Nobody wrote them to a shop, so figures on them say how the commands work, and nothing about a model.
import { writeFileSync } from "node:fs"
import { join } from "node:path"

const phrases = {
  billing: [
    "I was charged twice for invoice {n}.",
    "Please refund the payment of {n} euros.",
    "The invoice for order {n} shows the wrong price.",
    "Why was my card charged {n} euros?",
    "The discount is missing on my invoice.",
    "When will I get my money back for {n}?",
    "My bank says the payment was declined."
  ],
  delivery: [
    "Where is my parcel {n}? Tracking has not moved for days.",
    "The parcel arrived damaged.",
    "Order {n} should have been shipped last week.",
    "Can you send it to another address?",
    "The courier left the parcel with a neighbour.",
    "Tracking says delivered, but nothing is here.",
    "One item of order {n} is missing from the box."
  ],
  account: [
    "I cannot sign in since yesterday.",
    "The password reset email never arrives.",
    "How do I change the email of my profile?",
    "Please delete my account {n}.",
    "My account is locked after three attempts.",
    "I want to turn off the newsletter in my settings.",
    "Two-factor codes are refused."
  ]
}
const openings = ["Hello,", "Hi there,", "Good morning,", "", "", "Second message:"]
const endings = ["Thanks!", "Please answer soon.", "", "", "This is urgent.", "Kind regards"]

// A small linear congruential generator: the same file on every machine.
let state = 20_261_128
const below = (n) => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 4_294_967_296) * n)
}
const pick = (list) => list[below(list.length)]

const topics = Object.keys(phrases)
const ticketRow = (ticket) => {
  const topic = pick(topics)
  // One in twelve also mentions another topic.
  const also = below(12) === 0 ? pick(phrases[pick(topics)]) : ""
  const text = [pick(openings), pick(phrases[topic]), also, pick(endings)]
    .filter((part) => part !== "")
    .join(" ")
    .replaceAll("{n}", () => String(1000 + below(9000)))
  return `${ticket},C${1 + below(900)},"${text}",${topic}`
}

const write = (name, first, last) => {
  const rows = Array.from({ length: last - first + 1 }, (_row, index) => ticketRow(first + index))
  writeFileSync(join(import.meta.dirname, name), `${["ticket,customer,text,topic", ...rows].join("\n")}\n`)
}
write("labelled.csv", 1, 300)
write("later.csv", 301, 400)
