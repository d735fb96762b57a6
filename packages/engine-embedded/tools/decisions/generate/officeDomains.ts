// Material of generated training cases, invented for this purpose: work and money.
import { type Domain, fact, scale, topic } from "./domain.ts"

const work: Domain = {
  name: "work",
  facts: [
    fact(
      "Did the manager approve the request? | Has the leave been approved?",
      "The manager approved the request. | Her leave was approved yesterday.",
      "The manager rejected the request. | The leave was not approved.",
      "The manager still has to approve the request. | If the manager approves, she can go."
    ),
    fact(
      "Did the candidate accept the offer? | Has the offer been accepted?",
      "The candidate accepted our offer. | He said yes and signed the contract.",
      "The candidate declined the offer. | She turned the offer down.",
      "The candidate wants time to think about the offer. | We would be glad if he accepted the offer. | The company accepted the candidate's terms."
    ),
    fact(
      "Does the employee complain about a colleague? | Is there a complaint about a colleague?",
      "I want to complain about my colleague. | A colleague insulted me in the meeting.",
      "I get on well with all my colleagues. | There is no complaint about anyone.",
      "If you have a complaint about a colleague, write to us. | A customer complained about the price."
    ),
    fact(
      "Does the person have experience with databases? | Has the applicant worked with databases?",
      "She has run large databases for a decade. | His last job was all about databases.",
      "He has never worked with databases. | She lacks any experience with databases.",
      "She would like to learn about databases. | The team works with databases."
    )
  ],
  topicAsk: "What kind of request is it?",
  topics: [
    topic(
      "leave",
      "Holidays, sick days and parental leave",
      "I would like two weeks off in July. | I am ill and stay at home today."
    ),
    topic(
      "pay",
      "Salary, bonus and expenses",
      "My salary is lower than last month. | When will the bonus be paid out?"
    ),
    topic(
      "training",
      "Courses and certificates",
      "I want to attend a course on accounting. | May I take the exam during working hours?"
    ),
    topic(
      "conflict",
      "Trouble between people at work",
      "My boss shouts at me in front of others. | Two people in my team no longer speak to each other."
    )
  ],
  scales: [
    scale(
      "How strong is the application?",
      "Weak | Mixed | Good | Excellent",
      "The letter is careless and the skills are missing. | No experience, and the references are poor.",
      "Some skills fit, others are missing. | A fair letter, but little experience.",
      "Solid experience and a good reference. | The skills fit the job well.",
      "Outstanding in every way, the best we have seen. | Perfect skills, brilliant interviews, excellent references."
    )
  ],
  fillers: [
    "The team has nine members.",
    "The office is in the city.",
    "Copies went to the manager.",
    "The form is attached."
  ]
}

const money: Domain = {
  name: "money",
  facts: [
    fact(
      "Did the bank block the card? | Is the card blocked?",
      "The bank blocked my card this morning. | My card has been blocked.",
      "The card is not blocked. | The bank did not block the card.",
      "Should the card be lost, the bank will block it. | Please do not block my card."
    ),
    fact(
      "Was the transfer made by the account holder? | Did the customer make the transfer?",
      "I made the transfer myself. | The customer confirmed that she made the transfer.",
      "I did not make this transfer. | The transfer was not made by me.",
      "I want to make a transfer tomorrow. | The bank made a transfer to the customer."
    ),
    fact(
      "Is a receipt attached? | Does the claim include a receipt?",
      "The receipt is attached. | I enclose the receipt.",
      "I lost the receipt. | The claim has no receipt.",
      "Do I need a receipt? | I will send the receipt later."
    ),
    fact(
      "Did the supplier send the invoice? | Has the invoice arrived from the supplier?",
      "The supplier sent the invoice on Friday. | We received the invoice from the supplier.",
      "The supplier never sent an invoice. | The invoice is still missing.",
      "Ask the supplier to send the invoice. | We sent the supplier an invoice."
    )
  ],
  topicAsk: "Which desk should answer?",
  topics: [
    topic(
      "fraud",
      "Unknown payments and stolen cards",
      "Somebody used my card in a city I have never been to. | I did not make these purchases."
    ),
    topic(
      "loans",
      "Credits and mortgages",
      "We want to buy a house and need a mortgage. | Can I repay my loan early?"
    ),
    topic("cards", "New cards, limits and PIN", "Please raise the limit of my card. | I forgot my PIN."),
    topic(
      "savings",
      "Deposits and interest",
      "Which interest do you pay on deposits? | I want to put some money aside every month."
    )
  ],
  scales: [
    scale(
      "How risky is the payment?",
      "No risk | Low risk | Elevated risk | High risk",
      "A known supplier, verified account, approved invoice. | It is a regular monthly payment that was confirmed.",
      "A small amount to a new supplier, checked by phone. | Minor differences in the address, otherwise fine.",
      "The bank details changed and nobody has verified them. | The amount is unusual and a document is missing.",
      "An urgent payment to an unknown foreign account, do not tell anyone! | It looks like fraud: forged signature and a stolen account."
    )
  ],
  fillers: [
    "The account was opened in 2015.",
    "A statement is enclosed.",
    "I am at work until five.",
    "The branch is closed today."
  ]
}

/** Two everyday domains. */
export const officeDomains: ReadonlyArray<Domain> = [work, money]
