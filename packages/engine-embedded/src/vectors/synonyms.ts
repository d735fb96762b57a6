// Synonyms and antonyms of everyday words: "rise, grow, climb" against "fall, drop, decline". They supplement WordNet.

/**
 * Each line has synonyms, then after `|` their antonyms, if any. All are base forms. A word may be in several lines, one for
 * each of its meanings.
 */
const table = `
rise grow increase climb soar surge jump gain swell | fall drop decline decrease sink plunge slip shrink dwindle
before earlier beforehand prior | after afterwards later
early prompt punctual soon | late belated delayed overdue
accept approve grant agree allow permit confirm | reject decline refuse deny dismiss forbid prohibit ban
win victory beat defeat | lose defeat loss
cheap inexpensive affordable bargain | expensive dear costly pricey overpriced
buy purchase acquire | sell
start begin launch commence | stop end finish cease terminate quit
arrive come reach | leave depart
present attend attendance | absent missing away
full packed crowded busy sold | empty deserted vacant free
break broken crack smash shatter damage destroy defective faulty | intact undamaged unbroken repair fix
work function run operate | fail malfunction crash
clean tidy spotless | dirty filthy messy stained
happy glad pleased delighted satisfied | sad unhappy upset dissatisfied disappointed
angry furious mad annoyed irritated outraged | calm relaxed patient
complain complaint criticise criticize criticism | praise compliment thank
friendly kind polite nice courteous | unfriendly rude hostile impolite
good great excellent superb wonderful fantastic perfect | bad poor awful terrible horrible dreadful
healthy well fit | sick ill unwell fever disease illness
find found discover | lose lost missing
steal theft rob fraud scam stolen
free complimentary gratis | paid
pay settle transfer | owe unpaid outstanding
cost price charge fee
bill invoice
refund reimburse repay reimbursement compensate compensation
cancel annul revoke withdraw | keep renew confirm
deliver arrive delivery | undelivered
send ship dispatch forward post mail | receive
parcel package packet shipment
customer client buyer shopper
child kid toddler baby son daughter | adult
urgent pressing emergency immediate | unhurried
always constantly every | never
`

interface Side {
  readonly same: ReadonlyArray<string>
  readonly opposite: ReadonlyArray<string>
}

const split = (side: string): ReadonlyArray<string> => side.trim().split(" ").filter(Boolean)

const sides = new Map<string, Array<Side>>()
for (const line of table.trim().split("\n")) {
  const [left = [], right = []] = line.split("|").map(split)
  const enter = (same: ReadonlyArray<string>, opposite: ReadonlyArray<string>): void => {
    for (const word of same) sides.set(word, [...(sides.get(word) ?? []), { same, opposite }])
  }
  enter(left, right)
  enter(right, left)
}

/** Synonyms of a base form, without the word itself. */
export const synonymsOf = (word: string): ReadonlyArray<string> =>
  (sides.get(word) ?? []).flatMap(({ same }) => same.filter((other) => other !== word))

/** Antonyms of a base form. */
export const antonymsOf = (word: string): ReadonlyArray<string> =>
  (sides.get(word) ?? []).flatMap(({ opposite }) => opposite)
