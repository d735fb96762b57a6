// Material of generated training cases, invented for this purpose: an IT desk and housing.
import { type Domain, fact, scale, topic } from "./domain.ts"

const itDesk: Domain = {
  name: "it_desk",
  facts: [
    fact(
      "Was the server restarted? | Has the server been rebooted?",
      "We restarted the server at noon. | The server was rebooted twice.",
      "The server has not been restarted. | Nobody rebooted the server.",
      "Restart the server if the error returns. | The team plans to restart the server tonight."
    ),
    fact(
      "Is there a backup? | Was the data backed up?",
      "A backup was made last night. | All data is backed up.",
      "There is no backup of the data. | The backup failed.",
      "Please make a backup before the update. | A backup would have helped."
    ),
    fact(
      "Did the update fix the problem? | Is the problem fixed?",
      "The update fixed the problem. | Since the patch everything works again.",
      "The update did not fix the problem. | It is still broken after the patch.",
      "We hope that the update will fix the problem. | If the update fixes it, we close the ticket."
    ),
    fact(
      "Did an attacker get in? | Was there a successful login by an attacker?",
      "The attacker logged in with a stolen password. | An intruder gained access to the account.",
      "No login succeeded. | All attempts of the attacker were blocked.",
      "An attacker could get in through the open port. | We test whether an attacker might get in."
    )
  ],
  topicAsk: "Which team should take the ticket?",
  topics: [
    topic(
      "network",
      "Connections, VPN and wireless",
      "The VPN drops every ten minutes. | There is no wireless on the second floor."
    ),
    topic(
      "hardware",
      "Broken laptops, screens and printers",
      "My laptop does not switch on. | The printer jams on every page."
    ),
    topic(
      "access",
      "Accounts, passwords and permissions",
      "I need permission for the shared folder. | Please unlock my account."
    ),
    topic(
      "security",
      "Suspicious mail, malware and leaks",
      "I got a strange email that asks for my password. | A virus warning popped up on my machine."
    )
  ],
  scales: [
    scale(
      "How severe is the incident?",
      "None | Low | High | Critical",
      "This is only a question, everything works. | For your information, the test passed.",
      "One user sees a small display error. | A minor glitch, there is a workaround.",
      "The whole department cannot print and work is delayed. | Many users report errors and there is no workaround.",
      "The production database is down and all customers are affected! | All data is encrypted by ransomware, this is a disaster."
    )
  ],
  fillers: [
    "The ticket was opened on Tuesday.",
    "The device runs the standard image.",
    "A log is attached.",
    "The user works from home."
  ]
}

const housing: Domain = {
  name: "housing",
  facts: [
    fact(
      "Did the tenant pay the rent? | Has the rent been paid?",
      "The tenant paid the rent on time. | The rent for May has arrived.",
      "The tenant has not paid the rent. | The rent is still outstanding.",
      "The tenant promises to pay the rent next week. | The landlord paid the tenant for the repairs."
    ),
    fact(
      "Does the tenant want to move out? | Has the tenant given notice?",
      "I hereby give notice and move out in June. | We are moving out at the end of the month.",
      "We do not want to move out. | I want to stay in the flat.",
      "If the noise goes on, we may move out. | The neighbour moved out last week."
    ),
    fact(
      "Is the heating broken? | Does the heating fail to work?",
      "The heating has been broken for three days. | The radiators stay cold, the heating does not work.",
      "The heating works fine. | Nothing is wrong with the heating.",
      "Please check the heating before winter. | Last year the heating was broken, but it was repaired."
    ),
    fact(
      "Are pets allowed? | May the tenant keep a dog?",
      "Dogs and cats are welcome. | Pets are allowed in this house.",
      "Pets are not allowed. | The house rules forbid dogs.",
      "We are thinking about whether to allow pets. | Our neighbours have a dog."
    )
  ],
  topicAsk: "What is the letter about?",
  topics: [
    topic(
      "repair",
      "Something in the flat is broken",
      "Water drips from the ceiling of the bathroom. | The front door no longer locks."
    ),
    topic(
      "noise",
      "Loud neighbours or building work",
      "The people upstairs play music all night. | Drilling starts at six every morning."
    ),
    topic(
      "rent",
      "Amount or payment of the rent",
      "You raised the rent by eight percent, I disagree. | I transferred the monthly payment twice."
    ),
    topic(
      "moving",
      "Moving in or moving out",
      "When can I collect the keys for my new flat? | I would like to end my lease in August."
    )
  ],
  scales: [
    scale(
      "How bad is the damage?",
      "No damage | Small damage | Large damage | Destroyed",
      "All is in perfect condition. | Nothing was harmed.",
      "There is a small scratch on the floor. | One tile is slightly chipped.",
      "Half of the ceiling came down and the walls are wet. | The fire damaged the kitchen badly.",
      "The house burned down completely. | Everything is destroyed, nothing can be saved."
    )
  ],
  fillers: [
    "The flat is on the third floor.",
    "We have lived here since 2019.",
    "The caretaker knows about it.",
    "Photos are enclosed."
  ]
}

/** Two everyday domains. */
export const buildingDomains: ReadonlyArray<Domain> = [itDesk, housing]
