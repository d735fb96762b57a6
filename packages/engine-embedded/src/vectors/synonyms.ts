// Synonyms and antonyms of everyday words: "rise, grow, climb" against "fall, drop, decline". They supplement WordNet.

/**
 * Each line has synonyms, then after `|` their antonyms, if any. All are base forms. A word may be in several lines, one for
 * each of its meanings.
 */
const table = `
rise grow increase climb soar surge jump gain swell mount | fall drop decline decrease sink plunge slide slip shrink dwindle tumble
raise increase lift boost | lower reduce cut decrease lessen
expand widen enlarge extend lengthen | shrink narrow contract shorten
improve recover better heal | worsen deteriorate degrade decline
up upward upwards | down downward downwards
high tall steep | low shallow
open unlocked | closed shut locked
open unlock | close shut lock
accept approve grant agree allow permit confirm admit | reject decline refuse deny dismiss forbid prohibit ban
win victory beat defeat triumph | lose defeat loss
win winner victory | loser
before earlier beforehand prior | after afterwards later
early prompt punctual soon | late belated delayed overdue tardy
delay postpone defer adjourn reschedule late | hasten advance
cheap inexpensive affordable bargain | expensive dear costly pricey overpriced
buy purchase acquire | sell
lend loan | borrow
give hand donate offer | take receive
enable activate allow | disable deactivate block
start begin launch commence | stop end finish cease terminate halt quit
continue proceed resume | stop interrupt pause suspend abort
finish complete conclude done ready | unfinished incomplete begin ongoing
arrive come reach appear land | leave depart go
arrival | departure
import | export
pass succeed | fail flunk
success triumph | failure flop
present attend attendance | absent missing away
hot warm heat boiling | cold cool chilly freezing icy
dry arid drought | wet damp moist soaked flooded humid
rain rainy downpour shower pour drizzle | sunny sunshine dry
storm thunder thunderstorm hurricane gale
full packed crowded busy sold | empty deserted vacant free
fast quick rapid swift speedy | slow sluggish
near close nearby adjacent | far distant remote
inside indoors interior | outside outdoors exterior
big large huge enormous giant | small little tiny mini
long lengthy | short brief
heavy weighty | light lightweight
strong powerful sturdy | weak feeble fragile
hard difficult tough demanding tricky challenging complicated | easy simple effortless
hard firm solid | soft
new fresh recent modern | old used outdated ancient
young | old elderly aged senior
alive living survive | dead die deceased kill
dead die deceased pass death fatal killed | alive survive
healthy well fit | sick ill unwell ailing
sick ill unwell fever flu vomit nausea disease illness | healthy
injure hurt wound bruise bleed fracture harm | unhurt unharmed intact
pain hurt ache sore painful | painless
safe secure harmless | dangerous risky hazardous unsafe perilous
danger risk hazard threat peril dangerous
break broken crack smash shatter damage ruin destroy wreck defective faulty dent scratch | intact undamaged unbroken repair fix
faulty defective broken malfunction fault defect | work working function
work function run operate | fail malfunction crash
repair fix mend restore | break damage
clean tidy spotless immaculate neat | dirty filthy messy grubby stained soiled
happy glad pleased delighted cheerful joyful content thrilled overjoyed satisfied | sad unhappy miserable depressed gloomy upset dissatisfied
satisfied content pleased happy | dissatisfied disappointed unhappy displeased
disappoint letdown | impress delight
angry furious mad annoyed irritated outraged cross livid | calm relaxed patient
complain complaint criticise criticize criticism grumble | praise compliment thank
praise compliment applaud commend recommend | criticise criticize blame complain
like love enjoy adore appreciate | dislike hate detest loathe
thank grateful thankful appreciate gratitude | ungrateful
friendly kind polite nice courteous warm | unfriendly rude hostile impolite mean
rude impolite insult swear disrespectful | polite courteous respectful
good great excellent superb wonderful fantastic brilliant perfect lovely | bad poor awful terrible horrible dreadful lousy
useful helpful handy | useless pointless
help assist support aid | hinder
interesting exciting gripping thrilling | boring dull tedious
worry concern anxious afraid fear scared nervous | calm confident
confident certain sure convinced | doubtful uncertain unsure
doubt suspect uncertain unsure hesitate | certain trust
remember recall | forget
find discover locate spot | lose
lose lost missing mislay misplace | find found
steal theft rob thief burglar burglary stolen pickpocket
cheat fraud deceive scam swindle | honest
true correct right accurate | false wrong incorrect untrue mistaken
mistake error fault slip
hide conceal | show reveal
include contain comprise | exclude omit lack
free complimentary gratis | paid
free available | occupied taken unavailable busy engaged reserved
pay settle transfer wire | owe unpaid outstanding
cost price charge fee
bill invoice
refund reimburse repay reimbursement compensate compensation
cancel annul revoke withdraw | keep renew confirm
renew prolong extend | cancel expire
expire lapse | valid
valid | invalid expired
rent let lease hire
rent tenant | own owner
move relocate relocation
fire dismiss sack | hire employ recruit
resign quit leave | stay join
hire employ recruit engage | fire dismiss sack
job position post work employment
boss manager supervisor chief
employee worker staff colleague
ask request inquire enquire | answer reply respond
answer reply respond response | ask ignore
demand insist request require
phone call ring telephone
mail email letter message note
send ship dispatch forward post mail | receive
deliver arrive delivery | undelivered
parcel package packet shipment
customer client buyer shopper
shop store
child kid toddler baby son daughter boy girl pupil | adult
adult grown | child minor
parent mother father mum mom dad
couple wife husband spouse partner married
single unmarried divorced | married
grandparent grandmother grandfather grandma grandpa granny
house home flat apartment
car vehicle automobile
truck lorry van
bike bicycle
train railway rail
plane flight airplane aircraft
ship boat ferry
luggage suitcase baggage bag
trip journey travel tour holiday vacation
guest visitor
meal food dish eat lunch dinner supper breakfast
tasty delicious yummy | bland tasteless
hungry starve | full
drunk tipsy intoxicated | sober
quiet silent calm peaceful | loud noisy noise
noise loud noisy shout bark
bright light sunny | dark dim gloomy
beautiful pretty lovely gorgeous handsome | ugly hideous
comfortable cosy cozy | uncomfortable
spacious roomy | cramped narrow tight
rich wealthy | poor
generous | stingy mean
busy occupied | idle free
tired exhausted sleepy weary | rested awake energetic
awake wake | asleep sleep
patient calm | impatient
careful cautious | careless reckless
urgent pressing emergency immediate immediately | unhurried
hurry rush urgent | leisurely
possible feasible | impossible
likely probable probably | unlikely improbable
always constantly every | never
often frequently regularly | seldom rarely
legal lawful permitted allowed | illegal unlawful forbidden prohibited banned
guilty | innocent
join enter | leave exit
agree consent | disagree object oppose
favour support back | oppose against
sign signature signed
document paper certificate
proof evidence receipt record
photo picture photograph image snapshot
doctor physician gp
medicine medication pill tablet drug
hospital clinic ambulance
school class lesson teacher
exam test
prize award
wet soaked soaking
leak drip leaking dripping
smell stink odour odor
fire burn flame blaze smoke
crash collision accident collide
flood flooded overflow
snow snowy | thaw
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
