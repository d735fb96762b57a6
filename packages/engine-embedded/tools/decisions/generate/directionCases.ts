// Generates training cases about opposites: a text states one thing, and the question asks for it or for its opposite.
import type { Case } from "../cases.ts"
import { type Directions, drawDirection } from "./directions.ts"
import type { Draw } from "./random.ts"

const patterns: Directions = [
  ["rose/rise", "fell/fall", "The water level in the harbour _ during the night.", "Did the water level _?"],
  ["grew/grow", "shrank/shrink", "Our little theatre club _ again this year.", "Did the club _?"],
  [
    "increased/increase",
    "decreased/decrease",
    "The number of visitors to the zoo _ in June.",
    "Did the number of visitors _?"
  ],
  [
    "improved/improve",
    "worsened/worsen",
    "The patient's hearing _ after the treatment.",
    "Did the hearing _?"
  ],
  ["open", "closed", "The swimming pool is _ on Mondays.", "Is the pool _ on Mondays?"],
  ["accepted", "rejected", "The proposal of the choir was _ at the meeting.", "Was the proposal _?"],
  ["approved", "denied", "Her visa was _ by the embassy.", "Was the visa _?"],
  ["won/win", "lost/lose", "Our girls _ the final of the school cup.", "Did the girls _ the final?"],
  ["passed/pass", "failed/fail", "Marta _ her driving test this morning.", "Did Marta _ the test?"],
  ["bought/buy", "sold/sell", "Uncle Piet _ the old farmhouse by the canal.", "Did Piet _ the farmhouse?"],
  ["lent/lend", "borrowed/borrow", "Sofia _ a ladder for the weekend.", "Did Sofia _ a ladder?"],
  [
    "arrived/arrive",
    "left/leave",
    "The delegation _ early on Thursday.",
    "Did the delegation _ on Thursday?"
  ],
  ["began/begin", "ended/end", "The concert _ shortly past nine.", "Did the concert _ past nine?"],
  ["cheap", "expensive", "The tickets for the ferry are _ in winter.", "Are the tickets _?"],
  ["early", "late", "The harvest came _ this year.", "Did the harvest come _?"],
  ["hot", "cold", "The soup at the canteen is always _.", "Is the soup _?"],
  ["full", "empty", "The car park behind the station was _ by noon.", "Was the car park _?"],
  ["present", "absent", "Both twins were _ at the rehearsal.", "Were the twins _ at the rehearsal?"],
  ["enabled", "disabled", "The alarm in the museum is _ at weekends.", "Is the alarm _ at weekends?"],
  [
    "imported/import",
    "exported/export",
    "The company _ olives from Greece for decades.",
    "Did the company _ olives?"
  ],
  ["safe", "dangerous", "The footbridge over the gorge is _.", "Is the footbridge _?"],
  ["clean", "dirty", "The beach near the village is _.", "Is the beach _?"],
  ["easy", "difficult", "The crossword in the paper was _ today.", "Was the crossword _?"],
  ["quiet", "noisy", "The courtyard behind the house is _.", "Is the courtyard _?"],
  ["friendly", "hostile", "The crowd outside the town hall was _.", "Was the crowd _?"],
  ["strong", "weak", "The signal in the valley is _.", "Is the signal _?"]
]

const fillers = [
  "",
  "We heard it on the radio. ",
  "My neighbour told me yesterday. ",
  "Here is the news from our town. "
]

/** Cases about opposites, each with one question. */
export const directionCases = (draw: Draw, count: number): ReadonlyArray<Case> =>
  Array.from({ length: count }, (_, at) => {
    const { ask, gold, state } = drawDirection(draw, patterns, fillers)
    const options = [
      { name: "yes", description: null },
      { name: "no", description: null }
    ]
    return {
      id: `made_directions-${at}`,
      domain: "made_directions",
      state,
      questions: [
        { name: "direction", ask: { type: "noul", instructions: ask, options }, gold: gold ? 0 : 1 }
      ]
    }
  })
