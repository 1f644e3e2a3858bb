const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/**
 * Frequent given names of the United States. Names that are also everyday or clinical words, months, states or places
 * (Grace, Mark, Max, May, Frank, Virginia, Ana …) are left out on purpose: a cue such as a title finds those.
 */
export const givenNames: ReadonlySet<string> = words(`
  aaron abigail abraham adam adrian agnes aisha alan albert alejandra alejandro alex alexander alexandra alexis alfred
  alfredo alice alicia allison alma alyssa amanda amelia amina amy andrea andres andrew andy angela angelica anita ann
  anna anne annie anthony antonia antonio arlene armando arnold arthur ashley audrey barbara beatrice benjamin bernard
  bernice beth betty beverly bonnie bradley brandon brenda brendan brent brett brian brianna bruce bryan caitlin
  calvin cameron carl carla carlos carmen caroline carolyn carrie cassandra catherine cathy cecilia cesar charlene
  charles cheryl chloe chris christina christine christopher cindy claire clara clarence claudia clifford connie
  corey courtney craig cynthia damian dana daniel danielle danny darlene darrell darren david deborah debra denise
  dennis derek diana diane dolores donald donna doris dorothy douglas duane dustin dylan earl eddie edgar edith eduardo
  edward edwin eileen elaine eleanor elena elijah elizabeth ella ellen elsie emily emma enrique eric erica erik erin
  ernest esther ethan ethel eugene eva evan evelyn fatima felicia felipe fernando floyd francesca frances francis
  francisco franklin fred frederick gabriel gabriela gail gary geoffrey george gerald geraldine gilbert giovanni
  gladys gloria gordon graham gregory guadalupe guillermo gwendolyn hannah harold harry harvey hector heidi helen henry
  herbert herman howard hugo ian ibrahim ignacio ines irene irma isaac isabel isabella ismael ivan jacob jacqueline
  jaime jake james jamie jane janet janice jared jasmine jason javier jean jeanette jeff jeffrey jennifer jenny jeremiah
  jeremy jerome jerry jesse jessica jesus jill jim jimmy joan joanne joe joel johanna john johnny jonathan jorge jose
  joseph joshua joyce juan juanita judith judy julia julian julie julio justin karen karina karl karla katherine
  kathleen kathryn kathy katie kayla keith kelly kenneth kevin kim kimberly kristen kristin kristina kurt kyle larry
  laura lauren lawrence leah leon leonard leroy leslie liam linda lisa lois lorenzo loretta lori lorraine louis louise
  lucas lucia lucille lucy luis luke luz lydia lynn madeline malik manuel marcia marco marcus margaret maria mariah
  marian mariana marie marilyn mario marisol marjorie marlene martha martin marvin mary mateo matthew maureen maurice
  megan melanie melinda melissa mercedes mia michael michele michelle miguel mike mildred minh miranda miriam mitchell
  mohamed mohammed monica monique morris muhammad nancy naomi natalia natalie natasha nathan nathaniel neil nelson
  nicholas nicole nina noah nora norma norman olga olivia omar oscar pablo pamela patricia patrick paul paula pauline
  pedro peggy peter philip phillip phyllis priya priscilla rachel rafael ralph ramon raquel raul raymond rebecca
  regina renee ricardo richard rita robert roberta roberto rodney roger roland ronald ronnie rosa rosemary ross roxanne
  roy russell ruth ryan sabrina sally salvador samantha samuel sandra santiago sara sarah scott sean sergio seth
  shannon sharon shawn sheila shelby sherry shirley silvia simon sofia sonia sophia sophie spencer stacey stacy
  stanley stella stephanie stephen steve steven stuart susan suzanne sylvia tamara tammy tanya tara teresa theodore
  theresa thomas tiffany timothy tina todd tracy travis trevor tyler valerie vanessa vera veronica vicki victoria
  vincent vivian walter wanda warren wendy wesley whitney william willie xavier yesenia yolanda yusuf yvonne zachary
  zoe abdul abdullah ahmad ahmed aiden aisha akira alfonso ali amir ananya anil arjun armen arturo bilal boris carmela
  chaim claudette connor deepak dmitri ebony eliza emilio esteban farah fatemeh feng fernanda gareth giorgio gustavo hassan
  hiroshi hussein imani ingrid irina ivana jamal javon jayden joaquin kareem kaveh keisha kenji khadija lakisha latoya liang
  lourdes magdalena mahmoud maribel marisa maryam mayra mehdi mei milagros mohammad mustafa nadia naveen nguyet noor olena
  osama oksana paola pavel rajesh ramona rashid reza rocio rodrigo rosario sanjay sergei shanice siobhan sunita svetlana
  takashi tamika tariq tatiana thanh thuy trang tyrone ursula valentina vikram vladimir wei wilfredo xiao ximena yuki yasmin
  yusuf zainab
`);

/** Frequent surnames of the United States; recognized only next to a title, a cue or a given name. */
export const surnames: ReadonlySet<string> = words(`
  adams aguilar ahmed alexander ali allen alvarez anderson andrews armstrong arnold bailey baker barnes bell bennett
  black boyd bradley brooks brown bryant burns butler campbell carpenter carroll carter castillo chan chang chavez chen
  clark cole coleman collins contreras cook cooper cox crawford cruz cunningham daniels davis diaz dixon doe duncan dunn
  edwards elliott ellis espinoza estrada evans ferguson fernandez fisher flores ford foster fox franklin freeman garcia
  gardner garza gibson gomez gonzales gonzalez gordon graham grant gray green greene griffin guerrero gutierrez guzman
  hall hamilton hansen hanson harper harris harrison hart harvey hawkins hayes henderson henry hernandez herrera hicks
  hill ho hoang hoffman holmes howard huang hudson hughes hunt hunter huynh hussain ibrahim jackson jacobs james jenkins
  jensen jimenez johnson johnston jones jordan juarez kaur kelley kelly kennedy khan kim king knight kumar lam larson
  lawrence le lee lewis li lin liu long lopez luna lynch marshall martin martinez mason matthews mccoy mcdonald medina
  mejia mendez mendoza meyer miller mills mitchell mohamed montgomery moore morales moreno morgan morris murphy murray
  myers nelson newman nguyen nichols obrien oliver olson ortega ortiz owens palmer park parker patel patterson payne
  pena perez perkins perry peters peterson pham phillips pierce porter powell price ramirez ramos ray reed reid reyes
  reynolds rice richards richardson riley rios rivera roberts robertson robinson rodriguez roe rogers romero rose ross
  ruiz russell ryan salazar sanchez sanders sandoval santiago santos schmidt schneider scott shah shaw silva simmons
  simpson sims singh smith snyder soto spencer stephens stevens stewart stone sullivan taylor thomas thompson torres
  tran tucker turner valdez vargas vasquez vazquez vega wagner walker wallace wang ward warren washington watkins
  watson weaver webb weber wells west wheeler white williams williamson willis wilson wong wood woods wright wu yang
  young zhang zhao
`);

/** Words that follow a title or a cue without being a name. */
export const notNames: ReadonlySet<string> = words(`
  a about abuse access activated acuity acute admission adult advocate after aged agitated air airway alert all allergic
  allergy als altered ambulance an and approval are arrest arrival arrives arrived as aspirin assessment asthma at autonomy back base
  based be been before being belongings birth bleeding bls blood both bp breathing burn burns but by call called came can
  cardiac care center chart chest chief child choice class clinical collapsed comes comfort communication complaining
  complains complaint compliance condition confidentiality consent consult contact contin could criteria critical data
  dead death declined definition delivery denies destination did diabetic died disposition distress documentation does
  dosage dose dosing downtime drug during ecg education elopement emergency ems encounter epinephrine evaluation
  exam examination experience extrication facility factors fall falls fell flow follow for found from gave geriatric get
  gets given had handoff handling has have having head health her his history home hospital hypotensive identification
  identifier if illness in including information injury intake intubated io is it itself iv ivp lift lifting list
  living loss male female management may mechanism medical medication medications meds mental minor monitor monitoring
  movement must name needed needing needs neonate newborn no non normal not notified now number ob obese objective
  of on or order ordered orders outcome outcomes over overdose oxygen pain pediatric per position positioning
  population possibly post pregnant present presentation presented presenting presents pressure primary priority
  privacy problem procedure properties protocol pulse questions ratio receiving record records refusal refused refuses
  refusing release report reported reports requires requiring responds response restrained restraint restraints rights
  risk rn room rounds safety said satisfaction says scale scheduled score screening seizing seizure seizures self sepsis severe
  severity she should sign signs sinus size skin sob stabilization stable started states status still stroke support
  surge suspected symptoms syncope taking temperature that the their then this to took tracking transfer transfers
  transport trapped trauma treatment triage type unconscious under unit unresponsive until unstable use ventilation
  ventricular violent vitals volume vomiting walking was we weighs weighing weight were what when where which while who
  whose will with within without would years yo younger older
  syndrome disease test sign palsy maneuver manoeuvre splint tube catheter rule law index stage stages stain pupil murmur triad formula
  inc llc ltd gmbh corp
  protocols policy guideline guidelines county hospital university clinic
`);

/** Words that show that the word before them is an eponym and not a person. */
export const eponymNouns: ReadonlySet<string> = words(`
  syndrome disease sign signs test scale score palsy pupil murmur maneuver manoeuvre criteria phenomenon reflex law
  classification splint formula catheter tube clamp procedure pouch drain block fracture hernia triad stage stages
  index rule rules respiration respirations breathing hospital medical university clinic center centre county school
  institute foundation protocol protocols trial study nails nodes spots lines triangle dystrophy lymphoma tumor tumour
  chorea virus bandage malformation dressing pattern patterns method technique device needle forceps scissors blade
  retractor effect factor solution anemia deformity contracture ring node gland canal duct ligament curve equation nomogram
  purpura paralysis angina traction policy naming convention alias nodule nodules rule hallucinations regimen diet vaccine cell cells body bodies receiving lead leads intoxication
  emerg intern surg thorac neurol oncol rheum pediatr anaesth anesth wort kinase kinases
  inc llc ltd gmbh corp corporation company group investments insurance orchestra partners
`);
