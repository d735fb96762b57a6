// Irregular forms of English words, which stemmers do not recognise, as "rose" of "rise".

/** Base forms, each with its irregular forms after `/`. A form that is mostly another word is left out, as "lay" of "lie". */
const list = `arise/arose/arisen awake/awoke/awoken bear/bore/borne beat/beaten become/became begin/began/begun
  bend/bent bind/bound bite/bit/bitten bleed/bled blow/blew/blown break/broke/broken breed/bred bring/brought
  build/built burn/burnt buy/bought catch/caught choose/chose/chosen cling/clung come/came creep/crept
  deal/dealt dig/dug draw/drew/drawn dream/dreamt drink/drank/drunk drive/drove/driven eat/ate/eaten fall/fell/fallen
  feed/fed feel/felt fight/fought find/found flee/fled fling/flung fly/flew/flown forbid/forbade/forbidden
  forget/forgot/forgotten forgive/forgave/forgiven freeze/froze/frozen give/gave/given go/went/gone grow/grew/grown
  hang/hung hear/heard hide/hid/hidden hold/held keep/kept kneel/knelt know/knew/known lay/laid lead/led lean/leant
  leap/leapt learn/learnt leave/left lend/lent lie/lain light/lit lose/lost make/made mean/meant meet/met
  mistake/mistook/mistaken misunderstand/misunderstood mow/mown outgrow/outgrew overcome/overcame oversleep/overslept
  overtake/overtook/overtaken pay/paid prove/proven rebuild/rebuilt repay/repaid ride/rode/ridden ring/rang/rung
  rise/rose/risen run/ran say/said see/saw/seen seek/sought sell/sold send/sent sew/sewn shake/shook/shaken
  shine/shone shoot/shot show/shown shrink/shrank/shrunk sing/sang/sung sink/sank/sunk sit/sat sleep/slept
  slide/slid sling/slung smell/smelt sow/sown speak/spoke/spoken speed/sped spell/spelt spend/spent spill/spilt spin/spun
  spit/spat spoil/spoilt spring/sprang/sprung stand/stood steal/stole/stolen stick/stuck sting/stung stink/stank/stunk
  stride/strode strike/struck/stricken strive/strove/striven swear/swore/sworn sweep/swept swell/swollen swim/swam/swum
  swing/swung take/took/taken teach/taught tear/tore/torn tell/told think/thought throw/threw/thrown
  undergo/underwent/undergone understand/understood undertake/undertook/undertaken undo/undid/undone wake/woke/woken
  wear/wore/worn weave/wove/woven weep/wept win/won wind/wound withdraw/withdrew/withdrawn withhold/withheld
  withstand/withstood write/wrote/written
  child/children foot/feet goose/geese man/men mouse/mice ox/oxen person/people tooth/teeth woman/women
  half/halves knife/knives leaf/leaves life/lives loaf/loaves shelf/shelves thief/thieves wife/wives wolf/wolves
  bad/worse/worst good/better/best ill/worse far/farther/farthest/further/furthest`

const families = new Map<string, ReadonlyArray<string>>()
for (const family of list.split(/\s+/).map((entry) => entry.split("/")))
  for (const form of family) families.set(form, [...(families.get(form) ?? []), ...family])

/** The word itself, and the irregular forms of it or of its base form, with that. */
export const formsOf = (word: string): ReadonlyArray<string> => [word, ...(families.get(word) ?? [])]
