// Synonyms and antonyms of everyday words: "rise, grow, climb" against "fall, drop, decline". They supplement WordNet.
import { stem } from "../text/stem.ts"

/**
 * Each line has synonyms, then after `|` their antonyms, if any. All are base forms. A word may be in several lines, one for
 * each of its meanings.
 */
const table = `
rise grow increase climb soar surge jump gain swell mount | fall drop decline decrease sink plunge slide slip shrink dwindle tumble
raise increase lift boost | lower reduce cut decrease lessen
improve recover better heal | worsen deteriorate degrade decline
up upward upwards | down downward downwards
high tall steep | low shallow
open unlocked | closed shut locked
open unlock | close shut lock
accept approve grant agree allow permit confirm admit | reject decline refuse deny dismiss forbid prohibit ban
win victory beat defeat triumph | lose defeat loss
before earlier beforehand prior | after afterwards later
early prompt punctual soon | late belated delayed overdue tardy
delay postpone defer adjourn reschedule late | hasten advance
cheap cheaper inexpensive affordable bargain | expensive dear dearer costly pricey overpriced
buy purchase acquire | sell
start begin launch commence | stop end finish cease terminate halt quit
continue proceed resume | stop interrupt pause suspend abort
finish complete conclude done ready | unfinished incomplete begin ongoing
arrive come reach appear land | leave depart go
pass succeed | fail flunk
present attend attendance | absent missing away
hot warm heat boiling | cold cool chilly freezing icy
full packed crowded busy sold | empty deserted vacant free
fast quick rapid swift speedy | slow sluggish
near close nearby adjacent | far distant remote
big large huge enormous giant | small little tiny mini
safe secure harmless | dangerous risky hazardous unsafe perilous
break broken crack smash shatter damage ruin destroy wreck defective faulty dent scratch | intact undamaged unbroken repair fix
faulty defective broken malfunction fault defect | work working function
work function run operate | fail malfunction crash
repair fix mend restore | break damage
clean tidy spotless immaculate neat | dirty filthy messy grubby stained soiled
complain complaint criticise criticize criticism grumble | praise compliment thank
like love enjoy adore appreciate | dislike hate detest loathe
help assist support aid | hinder
find discover locate spot | lose
lose lost missing mislay misplace | find found
true correct right accurate | false wrong incorrect untrue mistaken
mistake error fault slip
free available | occupied taken unavailable busy engaged reserved
pay settle transfer wire | owe unpaid outstanding
cost price charge fee
bill invoice
refund reimburse repay reimbursement compensate compensation
cancel annul revoke withdraw | keep renew confirm
expire lapse | valid
ask request inquire enquire | answer reply respond
send ship dispatch forward post mail | receive
deliver arrive delivery | undelivered
parcel package packet shipment
customer client buyer shopper
`

const sides = table
  .trim()
  .split("\n")
  .flatMap((line) => {
    const [left = [], right = []] = line.split(" | ").map((side) => side.split(" "))
    return [
      { synonyms: left, antonyms: right },
      { synonyms: right, antonyms: left }
    ]
  })
  .map((side) => ({ ...side, stems: new Set(side.synonyms.map((word) => stem(word))) }))

/** The sides of the table that have a word, by its stem: its synonyms, with the word itself, and its antonyms. */
export const sidesOf = (word: string) => sides.filter(({ stems }) => stems.has(stem(word)))
