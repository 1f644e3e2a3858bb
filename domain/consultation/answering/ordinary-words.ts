/**
 * Words of sentences about any subject. They name nothing medical, forbid nothing and allow nothing: a sentence that
 * so far consists only of them makes no claim yet.
 */
const frameWords: ReadonlySet<string> = new Set(
  `the this that these those there here it its they their them we you your i our of to in on at by from for with and or as
  is are was were be been being has have had will would could should might shall
  according based per source sources evidence document documents protocol protocols guideline guidelines guidance cited
  loaded local following below above answer question asked question's summary overview key points point note notes details
  section sections information listed list given gives give giving states state says say described describes recommends recommend
  recommended recommendation recommendations suggests suggested indicates provides provided mentions includes include
  dose doses dosing dosage usual initial standard first next then also additionally however further finally
  patient patients person people adult adults child children pediatric paediatric infant infants neonate neonates newborn newborns
  adolescent adolescents pregnant woman women man men
  who whom whose which what when where while if how
  route routes treatment management therapy medication medications drug drugs option options step steps approach
  typical typically generally usually e.g i.e please see refer`.split(/\s+/),
);

/** Further words of instructions; none is a drug name. */
const instructionWords =
  `administer administered administration administering inject injected injection infuse infused infusion
  push bolus boluses slowly slow rapid rapidly quickly immediately promptly repeat repeated repeats repeating start started starting
  begin continue continued continuing titrate titrated titrating titration maintain maintenance loading load single total maximum
  minimum max min daily weekly hourly once twice every each hour hours minute minutes second seconds day days week weeks month months
  year years old age aged weight weighing body using use used uses via route undiluted diluted dilute mixed mix normal saline
  needed necessary required require response effect symptoms symptom severe moderate mild acute chronic stable unstable
  followed follow until after before during within over under between than more less least most about approximately
  up down not exceed exceeding only may can must consider preferred alternative alternatively second third line additional
  range ranges depending increase increased decrease decreased reduce reduced higher lower high low
  calculated calculate equals equal equivalent corresponds volume amount amounts concentration solution strength contains
  contained prefilled syringe vial ampule ampoule tablet capsule intravenous intramuscular subcutaneous oral orally intranasal
  rate drip pump call contact base physician order medical control hospital center centre transport
  management managing monitor monitoring check reassess assess assessment evaluate blood pressure heart pulse oxygen
  saturation glucose systolic diastolic temperature respiratory breathing airway pain anxiety agitation consciousness unconscious
  history known suspected confirmed presence absence present absent
  one two three four five six seven eight nine ten half double
  large small both either neither same other another any all none no never always
  without except unless because since therefore thus so but although though
  give given gave take taken taking receive received receives get gets apply applied place placed
  persist persists persistent persisting ongoing recurrent recur recurs recurring improve improves improvement worsen worsening
  ensure prior earlier later again still even well very too just per percent
  intervals interval times time frequency duration period hourly nightly morning evening night bedtime
  buttock buttocks immunocompromised
  thigh arm anterolateral lateral muscle vein bone nose mouth tongue skin
  recommended established effective appropriate suitable available standing correct right left
  contraindicated contraindication contraindications indicated indication indications caution cautions warning warnings avoid withhold
  conjunction accordance addition regarding concerning develops develop developed occurs occur suspected
  limit limited limits exceeds exceeded allowed permitted prohibited`.split(/\s+/);
const ordinary = new Set([...frameWords, ...instructionWords]);

/** Whether a word is common in instructions on any subject. */
export const isOrdinary = (word: string): boolean => ordinary.has(word);
