// Material of generated training cases, invented for this purpose: travel and school.
import { type Domain, fact, scale, topic } from "./domain.ts"

const travel: Domain = {
  name: "travel",
  facts: [
    fact(
      "Was the flight cancelled? | Has the flight been cancelled?",
      "The airline cancelled our flight. | Our flight was cancelled last night.",
      "The flight was not cancelled. | The flight left as planned.",
      "If the flight is cancelled, we take the train. | The hotel cancelled our room."
    ),
    fact(
      "Did the traveller lose luggage? | Is luggage missing?",
      "My suitcase did not arrive. | The airline lost our luggage.",
      "All our bags arrived. | No luggage is missing.",
      "What do you pay if luggage gets lost? | I am afraid to lose my luggage."
    ),
    fact(
      "Does the booking include breakfast? | Is breakfast included?",
      "Breakfast is included in the price. | The room comes with breakfast.",
      "Breakfast is not included. | The room is without breakfast.",
      "We would like to add breakfast if it is not too expensive. | Breakfast starts at seven."
    ),
    fact(
      "Did the driver help the passenger? | Was the passenger helped by the driver?",
      "The driver helped the passenger with her bags. | The passenger was helped by the driver.",
      "The driver did not help the passenger. | The driver refused to help.",
      "The passenger helped the driver. | A driver should help every passenger."
    )
  ],
  topicAsk: "What is the guest writing about?",
  topics: [
    topic(
      "booking",
      "Reserve or change a trip",
      "Two rooms for the first weekend in May, please. | Can I travel a day later?"
    ),
    topic(
      "complaint",
      "Something was bad on the trip",
      "The room was dirty and smelled of smoke. | The guide was rude to us all day."
    ),
    topic(
      "documents",
      "Passports, visas and tickets",
      "Do I need a visa for this country? | I cannot find my ticket."
    ),
    topic(
      "praise",
      "Thanks for a good trip",
      "What a wonderful journey, thank you all. | The staff were lovely and the food was great."
    )
  ],
  scales: [
    scale(
      "How satisfied is the guest?",
      "Very unhappy | Unhappy | Satisfied | Delighted",
      "A horrible stay, everything was awful. | The worst hotel I have ever seen, disgusting.",
      "The room was small and the food was poor. | We were disappointed with the service.",
      "A pleasant stay, the room was fine. | Good food and friendly people.",
      "Absolutely wonderful, the best holiday of our lives! | Everything was perfect, we loved it."
    )
  ],
  fillers: [
    "We are a family of four.",
    "The trip starts in Lisbon.",
    "Our room number was 214.",
    "We booked online."
  ]
}

const school: Domain = {
  name: "school",
  facts: [
    fact(
      "Did the student hand in the homework? | Was the homework handed in?",
      "The student handed in the homework on time. | Her homework was submitted on Monday.",
      "The student did not hand in the homework. | The homework is missing.",
      "The student must hand in the homework tomorrow. | If he hands in the homework, he may take the test."
    ),
    fact(
      "Did the teacher praise the pupil? | Was the pupil praised by the teacher?",
      "The teacher praised the pupil in front of the class. | The pupil was praised by her teacher.",
      "The teacher did not praise the pupil. | The teacher scolded the pupil.",
      "The pupil praised the teacher. | Teachers should praise pupils more often."
    ),
    fact(
      "Was the student absent? | Did the student miss the lesson?",
      "The student was absent on Tuesday. | He missed the lesson without an excuse.",
      "The student was present all week. | She did not miss any lesson.",
      "Students who are absent need a note. | If she is absent again, we call the parents."
    ),
    fact(
      "Did the parents agree to the trip? | Have the parents signed the permission?",
      "Both parents agreed to the trip. | The permission was signed by the mother.",
      "The parents do not agree to the trip. | The parents refused permission.",
      "The parents will decide about the trip next week. | We need the parents to agree first."
    )
  ],
  topicAsk: "What is the note about?",
  topics: [
    topic(
      "absence",
      "A pupil stays away",
      "My son has the flu and stays in bed. | We need a free day for a funeral."
    ),
    topic(
      "marks",
      "Grades and tests",
      "I do not understand the grade of the last essay. | When do we get the tests back?"
    ),
    topic(
      "behaviour",
      "Conduct in class",
      "He throws paper and disturbs the others. | She was bullied on the playground."
    ),
    topic(
      "events",
      "Trips, parties and meetings",
      "The summer party needs helpers. | The class travels to the coast in June."
    )
  ],
  scales: [
    scale(
      "How well does the pupil work?",
      "Poor | Fair | Good | Excellent",
      "He fails most tests and never prepares. | The work is bad and full of mistakes.",
      "Some tasks are done, others are missing. | Average work with several errors.",
      "She works well and makes few mistakes. | Good progress and careful work.",
      "Brilliant in all subjects, top of the class. | Outstanding work without any error."
    )
  ],
  fillers: [
    "The class has 24 pupils.",
    "The term ends in July.",
    "The office is open until noon.",
    "Please answer by mail."
  ]
}

/** Two everyday domains. */
export const leisureDomains: ReadonlyArray<Domain> = [travel, school]
