// Material of generated training cases, invented for this purpose: a shop and a clinic.
import { type Domain, fact, scale, topic } from "./domain.ts"

const shop: Domain = {
  name: "shop",
  facts: [
    fact(
      "Did the customer pay for the order? | Has the order been paid?",
      "I paid by card right away. | The payment went through on Monday. | The order has been paid in full.",
      "I have not paid yet. | The payment was declined twice. | No payment has been received.",
      "I will pay as soon as the invoice arrives. | If the bank allows it, I can pay tomorrow. | My sister paid for her own order."
    ),
    fact(
      "Is the parcel damaged? | Did the item arrive broken?",
      "The box was crushed and the lamp inside is broken. | The screen arrived cracked. | The parcel was damaged on arrival.",
      "Everything arrived intact. | There is no damage to the parcel. | Nothing was broken.",
      "If it arrives damaged, I will send it back. | Please pack it well so that nothing gets broken. | The last parcel was damaged, this one is fine."
    ),
    fact(
      "Does the customer want a refund? | Does the writer ask for a refund?",
      "Please refund the full amount. | I want my money back. | I am asking for a refund.",
      "I do not want a refund, just a new one. | A replacement is enough, no refund needed.",
      "Your colleague said refunds take two weeks. | What is your refund policy?"
    ),
    fact(
      "Did the shop refund the customer? | Has the shop refunded the buyer?",
      "The shop refunded me last week. | The refund from the shop has arrived.",
      "The shop has never refunded me. | The shop refused to refund the customer.",
      "The shop will refund the customer if the return is accepted. | The customer refunded the shop for the wrong payout."
    )
  ],
  topicAsk: "What is the message about?",
  topics: [
    topic(
      "delivery",
      "Late, lost or wrongly delivered parcels",
      "My parcel is a week late and nobody can tell me where it is. | The courier left the package at the wrong house."
    ),
    topic(
      "billing",
      "Invoices, charges and payments",
      "I see two charges on my card for one purchase. | The invoice shows the wrong amount."
    ),
    topic(
      "product",
      "A question about size, material or use of an item",
      "Is this jacket made of wool, and can I wash it? | Does the table fit four people?"
    ),
    topic(
      "account",
      "Login, password or profile",
      "I cannot sign in since I changed my email. | Please delete my profile."
    )
  ],
  scales: [
    scale(
      "How angry is the customer?",
      "Not angry | Slightly annoyed | Angry | Furious",
      "Thank you, everything is fine. | No problem at all, take your time.",
      "This is a bit annoying, but I can wait. | I am slightly disappointed with the delay.",
      "I am angry about how this was handled. | This is really bad service and I am upset.",
      "This is outrageous, I am absolutely furious! | Worst shop ever, you are thieves and I will never buy again!"
    )
  ],
  fillers: [
    "The order number is 20331.",
    "I ordered two items.",
    "I have been a customer for years.",
    "Kind regards, Ana."
  ]
}

const clinic: Domain = {
  name: "clinic",
  facts: [
    fact(
      "Did the patient cancel the appointment? | Was the appointment cancelled?",
      "The patient cancelled the appointment this morning. | She called to cancel her visit.",
      "The appointment was not cancelled. | He kept the appointment and came on time.",
      "If she cancels, we offer the slot to others. | The doctor cancelled his holiday. | He may have to cancel the appointment."
    ),
    fact(
      "Is the patient insured? | Does the patient have insurance?",
      "The patient is insured with a private company. | Her insurance card is valid.",
      "He has no insurance. | The patient is not insured at the moment.",
      "She would like to get insurance next year. | Unless he is insured, he has to pay himself."
    ),
    fact(
      "Did the patient sign the consent form? | Has the consent form been signed?",
      "The consent form is signed and on file. | She signed the consent form yesterday.",
      "The consent form has not been signed. | The signature on the consent form is missing.",
      "Please sign the consent form before the visit. | Once the form is signed, we can start."
    ),
    fact(
      "Does the patient have a fever? | Is there a fever?",
      "He has a high fever since Sunday. | Her temperature is high, she is feverish.",
      "There is no fever. | She denies having a fever.",
      "Call us if the fever comes back. | Her brother had a fever last week."
    )
  ],
  topicAsk: "What should the front desk handle?",
  topics: [
    topic(
      "booking",
      "Make or move an appointment",
      "I would like to see the doctor next week. | Can we move my visit to Thursday?"
    ),
    topic(
      "prescription",
      "Renew or change a medicine",
      "My pills run out on Friday, please renew them. | I need more of my asthma medicine."
    ),
    topic(
      "results",
      "Questions about test results",
      "Are my blood results back? | The lab took a sample last week and I have heard nothing."
    ),
    topic(
      "payment",
      "Bills and insurance",
      "The bill is higher than agreed. | Does my insurance cover the scan?"
    )
  ],
  scales: [
    scale(
      "How urgent is the case?",
      "Not urgent | Within some weeks | Within days | Emergency",
      "It is a routine check with no symptoms. | There is no hurry at all.",
      "The pain is mild and has been there for months. | It is uncomfortable but bearable.",
      "The wound is infected and needs care soon. | She has strong pain and cannot sleep.",
      "He has severe chest pain and cannot breathe! | She is unconscious and bleeding heavily."
    )
  ],
  fillers: [
    "The patient is 54 years old.",
    "The practice opens at eight.",
    "A note was left at the desk.",
    "She lives nearby."
  ]
}

/** Two everyday domains. */
export const customerDomains: ReadonlyArray<Domain> = [shop, clinic]
