/**
 * A page of ordinary reports, in US and UK spelling, with words that the spelling correction once changed.
 */
export const clinicalProse = `
Settings, section, cyanotic, prison, poisonous, grown, later and beach were read aloud. Called to a detached
bungalow for a 67-year-old gentleman found slumped in his armchair by the neighbour. On arrival pale, clammy,
cyanosed lips, obtunded, GCS 9, pupils sluggish and unequal. Carer reports he'd been off his food, complaining
of lower back ache and groin numbness since teatime; incontinent overnight. Past medical history includes
ischaemic heart disease, gout, diverticulosis, a prostatectomy and hypothyroidism; takes bisoprolol, ramipril,
simvastatin, allopurinol, Sular, Lopid and Precedex was given in theatre. Latex allergy, allergic to bee venom
and shellfish. Bleach ingestion ruled out. Scalp laceration, bleeding controlled with direct pressure and a
haemostatic dressing; cervical collar fitted, scoop stretcher and vacuum mattress used. Chest: coarse crackles
bibasally, no wheeze, trachea midline, no surgical emphysema, reduced air entry on the left. Abdomen rigid with
guarding and rebound; pulsatile mass palpable above the umbilicus. Limbs mottled, capillary refill delayed,
femoral pulses weak but symmetrical. Ventilator settings: tidal volume, plateau pressure, inspiratory time,
trigger sensitivity. Suction the airway; laryngoscope blade, bougie, stylet, capnograph waveform, cuff leak.
Prisoner from county jail swallowed balloons of powder; deputies at scene; cuffs removed. Toddler fell from a
swing, crying immediately, bruised shin, drooling, barking cough, nasal flaring, sunken eyes, tenting skin.
Neonate born in taxi, cord clamped, placenta undelivered, meconium stained liquor, vernix; mother's fundus
boggy, perineal tear, brisk bleeding soaked pads. Schoolteacher collapsed during assembly, witnessed
tonic-clonic jerking, tongue bitten, postictal confusion and drowsiness, headteacher frightened. Farmhand
exposed to pesticide spraying; pinpoint pupils, lacrimation, sweating, vomiting, fasciculations; clothing
bagged, doused with water downwind. Diver surfaced rapidly, tingling, mottling, joint pains, staggering gait,
needs recompression chamber. Hiker stranded on ridge, frozen toes, slurred speech, stumbling; insulated
blankets, warmed fluids, splinted ankle, winched aboard helicopter. Skateboarder with deformed wrist, bounding
radial pulse, swollen knuckles. Electrician thrown from ladder, entry wound palm, charred sole. Chef scalded
forearm, blistered, cling film applied. Patient refuses transport, capacity assessed, advised against leaving,
signed MOLST form witnessed by daughter. Consider tamponade, dissection, aneurysm, sepsis, pancreatitis,
perforated ulcer, strangulated hernia, torsion, appendicitis, cholecystitis, ectopic. Paeds dosing wheel, weight
estimate, cannulation attempts, scalp vein, intranasal atomiser, buccal midazolam, rectal diazepam. Firefighters
extricated driver, dashboard intrusion, steering wheel deformity, airbag deployed, seatbelt bruising, starred
windscreen. Handover given verbally, wristband attached, belongings, dentures, hearing aids and spectacles
bagged. Betamethasone, dexamethasone, alfentanil, nalorphine, clonazolam, nitrazepam and procaine were
mentioned. Sternum, femur, epiglottis, stridor, rales, borborygmi, ascites, haematemesis, melaena, dyspnoea,
oedema, anaemia, oesophageal varices, diarrhoea, leukaemia, tumour, foetal, paediatric, anaesthetist,
orthopaedic, gynaecological, catheterised, stabilised, recognised, colour, odour, litre, fibre, centre, grey,
mould, labour, behaviour, defence, practise, licence, programme, cheque, kerb, tyre, pyjamas, aluminium,
sulphur.
`;
