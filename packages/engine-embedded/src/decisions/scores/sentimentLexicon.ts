// The sentiment lexicon: words and phrases with their alarm and their sentiment. It supplements AFINN, which rates the
// sentiment of single words and is in the data file.

/** Entries by alarm, separated by commas: above 0 danger, harm and urgency, below 0 calm. */
const alarm: Readonly<Record<string, string>> = {
  "4": `emergency, unconscious, life-threatening, life threatening, deadly, fatal, lethal, explosion, explode, suffocate,
    cannot breathe, can not breathe, not breathing, heart attack, stroke, gas leak, smell of gas, gas smell, smell gas,
    catching fire, on fire, in flames, collapse, cardiac, dying, drown, call an ambulance, evacuate, catastrophe,
    catastrophic, disaster, life and death, chest pain, bleeding heavily, overdose, suicide, poisoning, electrocute, mayday`,
  "3": `urgent, immediately, immediate, at once, right now, right away, asap, as soon as possible, critical, severe,
    blood, bleed, fire, flames, smoke, sparks, ambulance, hospital, flood, crash, dangerous, burn, threat, attack,
    seizure, faint, weapon, gun, knife, robbery, violence, assault, hurry, without delay, panic, desperate, outage,
    hacked, breach, stolen, fraud, breakdown, gravely, serious, seriously, alarming, this minute, straight away, help us`,
  "2": `today, tonight, injured, injury, hurt, broken, wound, fracture, infected, infection, swollen, fever, risk, risky,
    danger, hazard, unsafe, leak, burst, escalate, lawyer, police, court, deadline, pressing, overdue, unbearable,
    blocked, worse, worsening, by tomorrow, stuck, destroyed, missing, locked out, accident, warn, warning, important,
    major, high, soon, worried, afraid, scared, mould, mold, toxic, poison, sick, vomiting, pain, very bad, down again`,
  "1": `quickly, this week, tomorrow, concerned, concern, problem, issue, fault, damage, damaged, trouble, complaint, ill,
    late, delay, lost, failed, error, upset, waiting, elevated, moderate, uncomfortable, annoying, unpleasant`,
  "-1": `minor, small, slight, slightly, little, normal, usual, okay, ok, fine, stable, some time, next month, low,
    eventually, mild, tiny, cosmetic, bearable, manageable, a bit, barely, hardly`,
  "-2": `routine, harmless, trivial, safe, safely, calm, calmly, relaxed, whenever, some day, someday, sometime, negligible,
    next year, optional, can wait, could wait, minimal, painless, just curious, just wondering, just a question, resolved, solved,
    when you have time, when you get a chance, one of these days, all good, under control, well again, informational`,
  "-3": `no rush, no hurry, not urgent, in no hurry, no great hurry, no urgency, take your time, plenty of time, not in a hurry,
    no problem at all, everything is fine, no need to hurry, nothing serious, not serious, no emergency, whenever it suits,
    no danger, time is no issue, there is time, at your leisure, at your convenience, no worries, not dramatic`
}

/** Entries by sentiment: above 0 good, below 0 bad. */
const sentiment: Readonly<Record<string, string>> = {
  "4": `superb, flawless, unforgettable, exceeded, five stars, over the moon, best ever, could not be happier, in heaven,
    phenomenal, first class, highly recommend, cannot praise, a dream, overjoyed, masterpiece, magical`,
  "3": `spotless, delicious, generous, attentive, grateful, gem, smooth, smoothly, seamless, patient, cosy, cozy, heavenly,
    come back, coming back, come again, again and again, hats off, delighted, as new, good as new, like new, warmly, joyful,
    worth every, looking forward, loved, treat, highlight, tears of joy, well done, thumbs up`,
  "2": `tasty, comfortable, tidy, prompt, promptly, on time, reliable, courteous, welcoming, quick, charming, neat, crisp,
    pleasant, relaxing, intact, satisfied, content, praise, kindly, lovely, in time, well behaved, works perfectly,
    warm, gentle, polite, tasteful, thoughtful, at home, fluent, keen, punctual`,
  "1": `decent, solid, quiet, fair, fresh, bright, handy, easy, on budget, sunny, likely, interested`,
  "-1": `average, mediocre, so so, ordinary, pricey, lukewarm, bland, plain, stale, noisy, crowded, cramped, unlikely,
    late, slow, not great, not bad, tinny, uninterested, demanding, bored`,
  "-2": `overpriced, dirty, rude, unfriendly, impolite, soggy, burnt, greasy, smelly, dusty, shabby, worn, flimsy, unhelpful,
    ignored, waste, careless, sloppy, wrong, cheap looking, not worth, refused, faulty, defective, leaking, dull, tedious,
    broke, cracked, scratched, dissatisfied, unsatisfied, irritated, blunt, cold, gloomy, uncooperative, inattentive, aggressive`,
  "-3": `never again, stay away, save your money, money back, disgrace, unacceptable, incompetent, ripped off, rip off, filthy,
    cockroach, mould, mold, stinks, stank, stench, insult, insulted, laughed at, lied, shouted, yelled, hung up, furious,
    livid, outraged, fed up, had enough, last straw, unbearable, appalling, scam, thief, thieves, ruined, miserable, hostile`,
  "-4": `outrageous, disgusting, nightmare, horrific, hell, worst ever, worst, inedible, unusable, sickening, atrocious,
    catastrophe, infuriating, shameful, abysmal, seething`
}

type Entries = ReadonlyArray<readonly [phrase: string, strength: number]>

const entriesOf = (lists: Readonly<Record<string, string>>): Entries =>
  Object.entries(lists).flatMap(([strength, list]) =>
    list.split(/,\s*/).map((phrase): [string, number] => [phrase.trim(), Number(strength)])
  )

/** Words and phrases with their alarm, -3 (calm) to 4 (emergency). */
export const alarmEntries: Entries = entriesOf(alarm)
/** Words and phrases with their sentiment, -4 (bad) to 4 (good). */
export const sentimentEntries: Entries = entriesOf(sentiment)
