const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Forms of address in many languages, folded. A name follows, unless it is an ordinary word. */
export const titles: ReadonlySet<string> = words(`
  mr mrs ms miss mx mister missus dr doctor prof professor herr frau fraulein sr sra srta senor senora senorita don dona mme mlle
  monsieur madame herrn sigra pana mademoiselle madam pan pani signor signora sig senhor senhora sri shri smt begum sheikh imam rabbi pastor
  reverend rev monsignor sir dame lord lady captain capt sgt sergeant lt lieutenant officer deputy detective nurse mzee alhaji
  alhaja chief oga mama baba auntie uncle
`);

/**
 * Titles that are ordinary words in lower case or before an ordinary word: they need a capital, and so does the next
 * word.
 */
export const titlesInCapitals: ReadonlySet<string> = words(`
  miss sir dame lord lady don dona pan pani sig captain officer deputy detective nurse chief mama baba auntie uncle imam
  pastor reverend doctor professor begum sheikh sergeant lieutenant lt capt sr
`);

/** Words that introduce the person concerned; before a colon, the label of a form field. */
export const personWords: ReadonlySet<string> = words(`
  patient pt client resident name named surname lastname firstname caregiver baby driver passenger victim
  decedent infant twin attending resident referring guardian proxy subscriber member
  patientin patienten paciente pacjent pacjentka pacjenta paziente nombre apellidos nome cognome nom prenom vorname nachname
  imie nazwisko
`);

/** Words before "name:" that show that the name is not a person's. */
export const namesOfThings: ReadonlySet<string> = words(`
  drug brand trade generic proprietary medication medicine product device file document protocol policy form facility hospital
  agency provider program course test study trial unit station vendor company manufacturer street road user scientific common
  chemical organism vaccine event
`);

/** The last words of a letter before the writer's name. */
export const closings: ReadonlySet<string> = words(
  'regards sincerely yours faithfully truly thanks best wishes grussen salutations saludos saluti pozdrawiam',
);

/** Pairs of words that introduce a name. */
export const nameFields: ReadonlySet<string> = new Set([
  'last name',
  'first name',
  'family name',
  'given name',
  'middle name',
  'maiden name',
  'full name',
  'legal name',
  'patient name',
  'pt name',
  'name is',
  'named is',
  'next of kin',
  'of kin',
  'emergency contact',
  'kin is',
  'baby boy',
  'baby girl',
  'goes by',
  'named him',
  'named her',
  'called him',
  'called her',
  'call me',
  'calls me',
  'name was',
  'benh nhan',
  'ho ten',
  'va ten',
  'signed by',
  'aka',
]);

/** Family relations: the relative's name may follow. */
export const relations: ReadonlySet<string> = words(`
  wife husband son daughter mother father mom dad brother sister spouse partner neighbor neighbour grandmother grandfather
  grandma grandpa aunt cousin niece nephew friend girlfriend boyfriend fiance fiancee stepfather stepmother granddaughter
  grandson roommate
`);

/** Words that precede names and many other things. */
export const mayPrecedeName: ReadonlySet<string> = words(`
  for with on to by about regarding re saw see seeing seen treat treating treated review reviewed spoke discussed examined met
  called call hi hello from give gave giving per have has assess check admit transfer intubated medicated told asked
  and is was does did can could should will would if when because since that dear cc against referring refer evaluate of ask tell let
  paged notified informed consulted want year-old old yo
`);
/** Those that precede a person more often than anything else. */
export const likelyBeforeName: ReadonlySet<string> = words(
  'dear spoke saw seeing treating met hi hello told asked paged notified informed referring cc per',
);

/** Verbs after a name that apply to people and to things. */
export const personVerbs: ReadonlySet<string> = words(`
  is was has had have needs need takes took presents presented received got called arrived gives gave started developed became
  remains looks seems tolerated will would did does can could should whose went came underwent here
`);

/** Verbs that apply only to people. */
export const humanVerbs: ReadonlySet<string> = words(`
  reports reported denies denied refuses refused complains complained complaining states stated says said fell slept weighs speaks asks asked wants
  wanted lives lived feels felt collapsed vomited coughs ordered prescribed requested wrote signed told who ate drank
  endorses endorsed verbalized agreed agrees consented declines declined walked ambulated smokes works
`);

/** Places where a patient is: after a name, with "in" or a comma in between. */
export const places: ReadonlySet<string> = words(`
  room rm bed bay icu ed er pacu ward unit clinic triage trauma hallway hall stepdown telemetry tele nicu picu micu sicu ccu or preop
  postop med-surg medsurg l&d bedroom hospice
`);

/** Parts of surnames in lower case. */
export const particles: ReadonlySet<string> = words(
  'de da do dos das del della di du la le las los van von der den ter ten bin ibn ben bint al el abu ould y e zu zum af av san st',
);

/** Words that precede place names. */
export const placePrefixes: ReadonlySet<string> = words(
  'san santa saint st los las mount mt fort ft new north south east west lake port puerto el la cape sao upper lower',
);
