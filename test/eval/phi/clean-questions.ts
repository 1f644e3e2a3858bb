/**
 * Questions without a person but full of look-alikes: eponyms, drugs called like people, months and given names as
 * words, doses, pressures, ratios, versions, numbers of protocols and papers, agencies and hospitals.
 */
const tricky: readonly string[] = `
Foley catheter size for a 6 year old
Foley placement in pelvic fracture with blood at the meatus
Parkinson patient on carbidopa needs nausea treatment
Parkinson's and haloperidol
May need a second dose of epinephrine, when?
May we withhold naloxone if breathing is adequate
Will try vagal maneuvers first, then what dose of adenosine
Will Narcan work on clonidine overdose
Mark the site before needle decompression, where exactly?
Mark time of tourniquet application
Miss a dose of levetiracetam, what to do
Miss the vein twice, go to IO?
Don't miss signs of posterior MI
Grace period for trauma activation
Grant of authority to pronounce death
Rose spots in typhoid
Rose by 20 mmHg after fluids, is that a response
Drew blood from the line, how much waste
Drew blood cultures before antibiotics, how many sets
Jack up the pressure bag to what mmHg
Carol protocol for weaning
Art line zeroing steps
Bill for supplies after cardiac arrest
Sue for negligence if tourniquet left on
Chase the tail of hypotension with fluids or pressors
Chance fracture after seat belt injury
Christmas disease factor IX dosing
Faith healer patient refuses transfusion, form?
Hope for recovery after 60 min of CPR
Hunter criteria for serotonin syndrome
Baker cyst versus DVT
Baker Act criteria hold
Bishop score for induction
King airway size by height
King LT insertion steps in adults
Combitube versus King airway
Miller blade size for a newborn
Macintosh blade 3 or 4
Miller 0 for premature
Sam Splint for wrist fracture
SAM sling pressure on the pelvis
Kendrick extrication device steps
Hare traction splint contraindications
Sager splint for femur fracture
Stryker needle pressure reading 35 mmHg
Yankauer suction depth
Magill forceps for airway foreign body
Bougie and McGrath video laryngoscope
McGrath blade fogging
Heimlich maneuver in obese pregnant patients
Trendelenburg in shock still recommended?
Fowler's position for heart failure
Semi-Fowler after abdominal surgery
Sims position for enema
Valsalva modified REVERT technique
Leopold maneuvers
McRoberts maneuver for shoulder dystocia
Wood's screw maneuver
Rubin maneuver
Zavanelli maneuver last resort
Mauriceau maneuver for breech
Bakri balloon volume
Blakemore tube balloon pressure
Sengstaken tube insertion
Penrose drain dressing change
Jackson Pratt drain output 200 mL
Hickman line flush volume
Broviac catheter blood draw
Groshong heparin or saline
Huber needle gauge for port access
Swan-Ganz wedge 18
Allis clamp count
Kocher incision
McBurney point tenderness, appendicitis
Murphy sign positive, next imaging
Rovsing sign meaning
Kernig and Brudzinski in adults
Babinski upgoing in stroke
Homans sign value
Levine sign
Kussmaul breathing in DKA
Cheyne-Stokes respirations after stroke
Biot breathing pattern
Cushing triad, mannitol dose
Beck's triad missing, still tamponade?
Virchow triad
Charcot triad and Reynolds pentad
Wells score for PE 4.5
Geneva score revised
Ranson criteria at 48 hours
Glasgow Blatchford score of 6
Glasgow Coma Scale in intubated patients
Rankin score before stroke
Rockall score
Child-Pugh C and dose of midazolam
Killip class II treatment
Killip 3 NTG
Forrester classification
Sgarbossa criteria with LBBB
Smith-modified Sgarbossa ratio
Wellens waves, cath lab?
De Winter T waves
Brugada pattern with fever
Wenckebach needs pacing?
Mobitz II and atropine
Osborn waves at 30 C
Lown-Ganong-Levine
Dressler syndrome ibuprofen dose
Takotsubo and beta blockers
Prinzmetal angina NTG
Ewart sign
Stokes-Adams attack
Addison crisis hydrocortisone dose
Addisonian crisis in a child
Graves disease and amiodarone
Hashimoto and myxedema coma
Conn syndrome potassium
Cushing's disease versus syndrome
Sheehan syndrome after PPH
Crohn flare steroids
Meckel scan timing
Hirschsprung enterocolitis antibiotics
Whipple procedure complications
Billroth II dumping
Nissen can't vomit
Roux-en-Y bypass patient with abdominal pain
Barrett esophagus
Mallory-Weiss versus Boerhaave
Zenker diverticulum and NG tube
Peutz-Jeghers
Gilbert syndrome bilirubin 3
Wilson's disease penicillamine
Reye syndrome and aspirin
Kawasaki disease IVIG dose
Henoch-Schonlein purpura
Goodpasture
Wegener granulomatosis
Churg-Strauss
Behcet ulcers
Sjogren dry mouth
Raynaud and triptans
Takayasu pulses
Buerger disease smoking
Marfan chest pain, dissection?
Ehlers-Danlos dislocated shoulder
Turner syndrome coarctation
Down syndrome atlantoaxial instability intubation
Edwards syndrome
Patau syndrome
Prader-Willi overdose of food
Angelman seizures
Rett syndrome
Tay-Sachs
Gaucher splenic rupture
Fabry pain
Pompe anesthesia
Duchenne and succinylcholine
Becker muscular dystrophy anesthetic
Guillain-Barre intubation criteria
Miller Fisher variant
Lambert-Eaton
Huntington chorea haloperidol
Alzheimer agitation, lowest dose
Lewy body dementia and Haldol
Pick disease
Creutzfeldt-Jakob precautions
Wernicke: thiamine before glucose?
Korsakoff
Todd paralysis or stroke
Jacksonian march seizure
Lennox-Gastaut rescue
Dravet syndrome and fosphenytoin
Brown-Sequard
Horner syndrome after central line
Bell palsy prednisone dose
Ramsay Hunt valacyclovir
Meniere attack
Dix-Hallpike then Epley
Weber and Rinne
Colles fracture splint
Smith fracture
Barton fracture
Galeazzi versus Monteggia
Bennett fracture
Boxer's fracture
Jones fracture weight bearing
Lisfranc injury films
Le Fort II airway
Salter-Harris III
Legg-Calve-Perthes
Osgood-Schlatter
Baker's cyst
Dupuytren
Volkmann contracture
Kohler
Paget bone pain
Ewing sarcoma
Wilms tumor
Burkitt lymphoma tumor lysis
Hodgkin fever
Kaposi
Epstein-Barr splenic rupture
Coxsackie
Lyme carditis
Rocky Mountain spotted fever doxycycline in children
West Nile precautions
Ebola PPE donning order
Marburg
Lassa ribavirin
Norwalk virus isolation
Hansen disease
Chagas cardiomyopathy
Mantoux reading 12 mm
Apgar at 1 and 5 minutes
Ballard score
Braden score 14
Morse fall risk 45
Norton scale
Bristol stool type 7
Richmond Agitation Sedation Scale target
Ramsay sedation score
Wong-Baker faces in toddlers
Snellen 20/200
Tanner stage
Bartholin cyst drainage
Nabothian cyst
Skene gland
Pap smear intervals
Braxton Hicks versus labor
Wharton jelly
Coombs positive newborn
Kleihauer-Betke dose of Rho
Rhogam dose after trauma
Ringer's lactate or saline in burns
Lactated Ringer with blood
Hartmann's solution potassium
Parkland formula 4 mL
Brooke formula
Lund-Browder chart
Wallace rule of nines
Broselow tape color for 14 kg
Brady down to 30, atropine or pacing
Molly and hyperthermia, cooling
Special K in the field
Mary Jane edibles in a toddler
Charlie horse in dialysis
Jane Doe policy for unidentified patients
John Doe naming convention
Doe policy
St. John's wort and SSRIs
Saint Jude valve and INR
Johns Hopkins stroke protocol
Mayo Clinic sepsis bundle
Cleveland Clinic ECMO criteria
Mount Sinai telestroke number in policy
Cedars-Sinai burn center?
Kaiser Permanente transfer line policy
Harbor-UCLA base hospital
Martin Luther King Jr. Community Hospital STEMI
Loma Linda University antivenom
Henry Ford Hospital protocol
Massachusetts General handbook dosing
Boston Children's extubation guideline
Texas Children's dosing
Denver Health airway course
Seattle Fire CPR metrics
King County EMS cardiac arrest bundle
Orange County EMS stroke triage
San Diego County drug list
Santa Clara County EMS policy 700
Alameda County field manual
Contra Costa trauma criteria
Maryland Medical Protocols for burns
New York State collaborative protocols ketamine
North Carolina EMS triage standard
Boston EMS STEMI alert
Los Angeles County Fire scope
Washington State DOH levels
Ottawa ankle rules
Canadian C-spine rule
Toronto rule for TOR
San Francisco syncope rule
Cincinnati stroke scale
LAMS score 4, where to go
Los Angeles Motor Scale
Miami J collar sizing
Philadelphia collar contraindicated
Berlin definition ARDS
Rome criteria
Tokyo guidelines cholangitis
Paris system
Amsterdam criteria
Helsinki declaration consent
Baltimore classification
Dallas criteria
Denver screening for BCVI
Memphis criteria
Boston syndrome criteria
Vienna rectangle
Chicago classification
New York Heart class III
Lone Star retractor
Texas catheter application
California EMSA regulation title 22
Robert Jones dressing steps
Thomas splint
Thomas test for hip flexion
Patrick test
Allen test before ABG
Phalen and Tinel
Lachman at 20 degrees
Thompson test Achilles
Adson test
Hawkins Kennedy
Neer sign
Gordon reflex
Marcus Gunn pupil
Adie pupil
Argyll Robertson pupil
Charles Bonnet hallucinations
Austin Flint murmur
Graham Steell
Carey Coombs
Still's murmur
Gallavardin
Corrigan pulse
Duroziez
Quincke edema icatibant
Ludwig angina airway
Vincent angina
Lemierre syndrome antibiotics
Fournier gangrene antibiotics
Stevens-Johnson from phenytoin
Jarisch-Herxheimer
Jod-Basedow
Arthus reaction to tetanus
Mendelson syndrome
Hamman sign
Westermark and Hampton hump
Kerley B lines
Bochdalek hernia
Morgagni
Spigelian hernia
Richter hernia
Meleney
Sister Mary Joseph nodule
Lou Gehrig disease ventilation
Legionnaires disease macrolide
Guthrie test
Kirby-Bauer
Gram stain of CSF
Wright stain
Giemsa
Ziehl-Neelsen
Papanicolaou
Petri dish
Erlenmeyer
Bunsen burner burn
Doppler pulses absent
Holter 48 hours
Swan numbers normal range
Starling curve
Frank-Starling
Frank blood from ETT
Frank hematuria after Foley
Bohr effect
Haldane
Fick principle
Henderson-Hasselbalch
Winter's formula expected pCO2
Winters formula for bicarbonate 12
Cockcroft-Gault for enoxaparin
Schwartz equation GFR
Harris-Benedict
Mifflin St Jeor
Ivy bleeding time
Duke bleeding time
Duke criteria endocarditis
Jones criteria rheumatic fever
Light's criteria exudate
Ranson at admission
Alvarado score 7
Centor 3
Mallampati IV
Cormack-Lehane 3
LEMON assessment
Patil distance
Apfel PONV
Aldrete 9 before discharge
Caprini DVT prophylaxis
Padua
Khorana
Lille score
Maddrey 32
Maddrey discriminant function steroids
Framingham
Norton risk
Waterlow
Addenbrooke
Folstein
Hamilton depression
Beck depression inventory
Young mania
Edinburgh postnatal depression score
Columbia suicide severity screener
Baker tube
Cantor tube
Miller-Abbott
Dobhoff placement check
Salem sump
Levin tube
Ewald tube lavage
Malecot
Coude Foley
Robinson catheter
Tenckhoff peritonitis antibiotics
Quinton catheter heparin lock
Mahurkar
Shiley 6 dislodged
Bivona trach
Jackson trach
Passy-Muir valve cuff
Montgomery T-tube
Ambu bag rate
Bair Hugger temperature
Lucas device battery
LUCAS 3 in obese patients
Auto Pulse LifeBand
Zoll monitor NIBP
Lifepak 15 pacing steps
Philips MRx sync
Hamilton T1 settings
Impact 731 alarm
Baxter pump occlusion
Alaris rate 125 mL/h
Hill-Rom bed
Stryker stretcher limit
Ferno cot
Reeves sleeve
Scoop or Reeves stretcher
Stokes basket
Jerome traction
Asherman chest seal
Bolin seal
Halo chest seal
Russell PneumoFix
Cook catheter
Cook airway exchange
Arrow kit
Seldinger steps
Melker cric
Shiley versus Portex
Bard port
Olympus scope
Lasix 40 IV push rate
Valium rectal in toddlers
Versed IN 0.2 mg/kg
Ativan 0.1 mg/kg max
Haldol 5 mg IM
Geodon IM dose
Ketalar concentration
Amidate single dose
Diprivan infusion
Levophed peripheral
Levophed at 0.1 mcg/kg/min
Neo stick dose
Cardizem drip
Lopressor 5 mg q5
Toradol 15 or 30
Ofirmev over 15 min
Dilaudid 0.5
Solu-Medrol 125
Decadron 0.6 mg/kg croup
Benadryl 50 IV
Pepcid 20
Zofran ODT in children
Reglan slow push
Compazine akathisia
Phenergan extravasation
Keppra 60 mg/kg
Cerebyx 20 PE/kg
Depacon
Kcentra for Coumadin
Eliquis reversal Andexxa
Xarelto last dose
Pradaxa Praxbind 5 g
Plavix load
Brilinta 180
Lovenox 1 mg/kg
Activase 90
TNKase 50
Cathflo
Rocephin IM
Zosyn first dose
Vanco 25 mg/kg
Narcan 4 mg nasal
Vivitrol patient needs morphine
Suboxone and ketamine
Humalog
Lantus missed
Glucagon 1 mg IM
Epi-Pen Jr under 25 kg
Albuterol Atrovent 3 rounds
Symbicort overuse
Brethine 0.25
Mag 2 g over 20
Bicarb 1 mEq/kg TCA
Calcium 1 g hyperkalemia
Kayexalate
Lokelma 10
Tylenol OD 150 mg/kg
Mucomyst load
`
  .trim()
  .split('\n');

const numeric: readonly string[] = `
BP 90/50 HR 130 RR 28 SpO2 86
BP 210/120 with headache, labetalol 10 mg
pressure 120/80 to 90/60 in 10 min
MAP 65 mmHg, norepinephrine 0.05 mcg/kg/min
epinephrine 1:10,000 10 mL vs 1:1,000 1 mL
lidocaine 1% 1-2-3 mL
ratio 30:2 or 15:2 with two rescuers
120-200-360 J biphasic
2-4-6 J/kg
amiodarone 300 then 150 then 1 mg/min x 6 h
adenosine 6-12-12
heparin 80 units/kg then 18 units/kg/h
insulin 0.1 units/kg/h potassium 3.2
K 6.8 Na 128 Cl 98 HCO3 14 BUN 60 Cr 4.2 glucose 480
Na 118 seizing 3% 150 mL
Hgb 6.9 plt 18 INR 4.5 fibrinogen 90
ABG 7.12/28/60/9 on 15 L
pH 7.05 pCO2 80
WBC 24000 lactate 6.2
platelets 20000 before LP
trop 0.04 0.12 0.36
weight 100 lb is how many kg
100 kg adult ketamine dose
22 kg child midazolam IN volume
8 kg infant D10 5 mL/kg
3.2 kg newborn epinephrine 0.02 mg/kg
ETT 3.5 at 10 cm
size 7.5 at 22 at the lip
FiO2 0.6 PEEP 10 Vt 420 RR 18
PIP 40 plateau 32
flow 15 L/min
temp 104.5 F
temp 39.8 rigors
86 F hypothermia arrest
GCS 3-4-5
GCS 14 E4V4M6
NIHSS 22 LKW 3.5 hours
age 65, GCS 13, anticoagulated
age over 90 and falls
patients older than 90 years fluids
90 minutes door to balloon
door to needle 60 min goal 45
92% on room air
92 F ambient temperature
92 bpm and irregular
94% SpO2 target COPD 88-92
95 F core temperature
100 mg thiamine
100.4 F in neonates
911 call 10-8 status
10-4 and code 3
code 33
protocol 1210-P
protocol 1317.17 dosing
TP 1241 fluids
Ref. No. 506.1
Ref 814 and 815
policy 4040
section 4.2.3 of the manual
chapter 12 page 345
version 3.14.24 of the software
title 22 section 100170
ICD-10 I21.9
ICD code J96.01
CPT 99285
CPT 99291 criteria
DRG 870
SNOMED 22298006
LOINC 2345-7
RxNorm 7052
NDC 0409-4921-34
PMID 31722151
doi 10.1056/NEJMoa1903297
NCT02735707
NEJM 2019;381:1103
JAMA 320:1875
lot 12345A recall
form 3542
UN 1017
UN1005 ammonia
CAS 7782-50-5
ATC N02BE01
HAZMAT guide 124
IFU rev 20230401 of the pump
2023 focused update ACLS
2020 guidelines 2015 guidelines differences
1-800-222-1222 poison control
988 lifeline referral
24/7 cath lab coverage
24-48 hours of antibiotics
3-5 days prednisone
5/5 strength
4/5 left arm
20/40 vision
10/10 pain
7/10 pain despite morphine 10
1/2 NS at 125
1/4 tablet
D5 1/2 NS with 20 KCl
3/4 of the dose
1/2/3 mg steps
500/50 Advair
800/160 Bactrim
70/30 insulin
875/125 Augmentin
10 20 30 rule
60 60 24 rule
6-4-3 rule
4-2-1 rule for maintenance
100-50-20 rule
rule of 9
rule of 15 hypoglycemia
5 rights
6 Ps compartment syndrome
5 Hs and Ts
3 strikes
q4-6h prn
q 12 h x 7 d
BID x10d
TID AC
1 tab PO q8h
2 puffs q20min x3
0.5 mg/0.5 mL
50 mg/mL 2 mL vial
1 gram in 250 mL over 60 min
4 mg in 250 mL = 16 mcg/mL
400 mg/250 mL dopamine
25 g in 50 mL
50 mcg/mL fentanyl 2 mL
10000 units in 1 mL
100000 units nystatin
1200000 units penicillin G benzathine
2400000 units IM
5000000 units penicillin
40 mEq over 4 h
15 mmol KPhos
324 mg chewed
81 mg vs 325 mg
600 mg load clopidogrel
180 mg ticagrelor
0.9 mg/kg max 90
10 mcg/kg/min to 20
0.01-0.5 mcg/kg/min
2 L over 1 hour
30 mL/kg in 3 hours
20 mL/kg x3
4 mL x kg x %TBSA
18 G in AC
14 G 3.25 inch needle
28 Fr chest tube
12 Fr Foley
5 mL balloon
6.0 ETT
#3 LMA
#15 blade
size 4 i-gel 50-90 kg
Mac 3
7.0 cuffed
stage 3 ulcer
grade 4 liver laceration
class 3 hemorrhage
type 2 diabetes
level 1 trauma criteria
category 1 CTG
zone 2 neck
lead V4R
T4 sensory level
C5 fracture
L1 burst
S3 gallop
P2 loud
B12 IM
D10 vs D50
D50W in children
H1 H2 blockers
A1c 14
CO2 55 on capnography
ETCO2 10 after 20 min
EtCO2 35-45
O2 15 L NRB
CPAP 5-10
BiPAP 12/5
HFNC 60 L 100%
ECMO within 60 min
3 lumen
12 lead every 15 min
15 lead
1st degree burn
2nd dose after 5 min
3rd trimester bleeding
3rd IO attempt
4th shock
5th intercostal space
6th cranial nerve
page 5 of 12
5 of 10 patients
10 of 15 criteria
room temperature 20-25 C
bed 4 linen change
bay 3 decon
unit 12 restock
truck check 0700
0700-1900 shift
1900 to 0700 coverage
0.5 FTE
start 08:00 stop 20:00
time 13:45 TXA
within 3 h
<6 h
>= 90 mmHg
SBP < 90 or MAP < 65
HR > 150
age < 1 month
age > 89 in registry
weight > 100 kg
>10% TBSA
2 to 8 C storage
25 gauge 5/8 inch
22 G 1.5 in
July interns rule
March fracture
march hemoglobinuria
august body temperature
may repeat x2
may 2 doses be given
may I give 2 mg
may 5 mg be enough
sun exposure and doxy
sat 88
Sat 88 on 4 L
sat 92 percent
SATs 94-98
dec dose in renal failure
Dec in LOC
mar documentation
MAR 12 doses missing
MAR 3 signature
Apr of 20
APR DRG
oct scan
nov 7 factor
sept 2 valve
`
  .trim()
  .split('\n');

const subjects =
  `anaphylaxis|hyperkalemia|status epilepticus|septic shock|eclampsia|croup|bronchiolitis|asthma exacerbation|COPD exacerbation|pulmonary edema|STEMI|bradycardia|SVT|ventricular tachycardia|pulmonary embolism|stroke|subarachnoid hemorrhage|head injury|spinal shock|hip fracture|burns|hypothermia|heat stroke|drowning|opioid overdose|TCA overdose|acetaminophen overdose|organophosphate poisoning|cyanide exposure|carbon monoxide poisoning|snake bite|DKA|hypoglycemia|adrenal crisis|thyroid storm|GI bleed|pancreatitis|acute abdomen|postpartum hemorrhage|shoulder dystocia|neonatal resuscitation|pediatric fever|meningitis|sickle cell crisis|tumor lysis|dialysis access bleeding|urinary retention|delirium|agitation|alcohol withdrawal`.split(
    '|',
  );
const drugs =
  `epinephrine|amiodarone|ketamine|midazolam|fentanyl|morphine|naloxone|atropine|adenosine|diltiazem|metoprolol|nitroglycerin|aspirin|heparin|alteplase|tranexamic acid|norepinephrine|dopamine|vasopressin|calcium gluconate|sodium bicarbonate|magnesium sulfate|albuterol|ipratropium|methylprednisolone|dexamethasone|diphenhydramine|ondansetron|haloperidol|droperidol|lorazepam|levetiracetam|phenytoin|insulin|dextrose|glucagon|thiamine|hydroxocobalamin|pralidoxime|activated charcoal|ceftriaxone|vancomycin|piperacillin-tazobactam|gentamicin|oxytocin|misoprostol|labetalol|hydralazine|furosemide|rocuronium`.split(
    '|',
  );

const withSubjects: readonly ((subject: string) => string)[] = [
  (subject) => `What is the first line treatment of ${subject} in adults?`,
  (subject) => `${subject} in a 6-year-old, 20 kg, what first`,
  (subject) => `When is transport refused in ${subject}?`,
  (subject) => `Patient with ${subject}, BP 84/50, next step`,
  (subject) => `Does the 2023 protocol on ${subject} differ from the 2019 one?`,
  (subject) => `Who must be called from base for ${subject}`,
  (subject) => `pt in ${subject} from nursing home, 78F, ok to leave?`,
  (subject) => `MANAGEMENT OF ${subject.toUpperCase()} IN PREGNANCY`,
];
const titleCase = (text: string): string => text.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
const aboutDrugs: readonly ((drug: string) => string)[] = [
  (drug) => `Max dose of ${drug} at 85 kg`,
  (drug) => `${drug} IV or IM for a 92 kg man?`,
  (drug) => `Can ${drug} be repeated after 5 min, up to 3 doses`,
  (drug) => `${titleCase(drug)} May Be Given By Paramedics?`,
  (drug) => `is ${drug} ok in 3rd trimester`,
  (drug) => `${titleCase(drug)} drip, Alaris rate for 0.1 mcg/kg/min`,
  (drug) => `${drug.toUpperCase()} CONTRAINDICATIONS`,
  (drug) => `how fast to push ${drug}, 1 mg per 2 min?`,
];

/** More than a thousand distinct questions without a person. */
export const cleanQuestions: readonly string[] = [
  ...new Set([
    ...tricky,
    ...numeric,
    ...subjects.flatMap((subject) => withSubjects.map((ask) => ask(subject))),
    ...drugs.flatMap((drug) => aboutDrugs.map((ask) => ask(drug))),
  ]),
];
