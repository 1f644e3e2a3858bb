import type { FakePerson } from './fake-person.ts';
import { type Piece, pieces } from './labelled-text.ts';

/** A way of writing about a patient. */
export type NoteForm = (person: FakePerson, other: FakePerson) => readonly Piece[];

const short: readonly NoteForm[] = [
  (p) =>
    pieces`Pt ${p.fullName()}, ${p.age()}${p.sex}, c/o ${p.complaint} since ${p.shortDate()}. Give ${p.drug}?`,
  (p) => pieces`pt. ${p.family()} in ${p.place} needs ${p.drug}, ok to give with K 5.8?`,
  (p) => pieces`${p.plainName()} was started on ${p.drug} this morning, what do we monitor?`,
  (p) => pieces`What is the max dose of ${p.drug} for ${p.plainName()}, MRN ${p.mrn()}?`,
  (p) => pieces`Mr. ${p.family()} refuses transport, who signs the AMA form?`,
  (p) => pieces`Mrs ${p.plainName()} has ${p.complaint}. Her daughter ${p.given()} is at ${p.phone()}.`,
  (p) => pieces`Herr ${p.family()} in ${p.place} hat ${p.complaint}, how much ${p.drug}?`,
  (p) => pieces`Frau ${p.family()} is allergic to penicillin, alternative for ${p.complaint}?`,
  (p) => pieces`Sr. ${p.family()} speaks no English, ${p.complaint}, consent for tPA?`,
  (p) => pieces`Señora ${p.family()} in ${p.place}: ${p.complaint}, phone ${p.localPhone()}`,
  (p) => pieces`Mme ${p.family()} needs ${p.drug}, weight 62 kg`,
  (p) => pieces`can ${p.given()} have ${p.drug} before dialysis?`,
  (p) => pieces`${p.given()} in ${p.place} is hypotensive after ${p.drug}`,
  (p) => pieces`Is ${p.drug} safe for ${p.given()}? ${p.she} is 30 weeks pregnant.`,
  (p) => pieces`${p.lastFirst()} DOB ${p.birthday()} - ${p.complaint}, BP 88/50`,
  (p) => pieces`Patient: ${p.leetName()}, ${p.complaint}`,
  (p) => pieces`chart ${p.mrn()}: ${p.complaint}, next step after ${p.drug}?`,
  (p) => pieces`hospital no. ${p.mrn()} ${p.age()} yo with ${p.complaint}`,
  (p) => pieces`unit no. ${p.mrn()}, ${p.complaint}`,
  (p) => pieces`CSN ${p.encounter()} FIN ${p.encounter()} awaiting ${p.drug}`,
  (p) => pieces`encounter ${p.encounter()}: ${p.complaint}`,
  (p) => pieces`Med rec # ${p.mrn()}. Is ${p.drug} contraindicated?`,
  (p) => pieces`${p.oldAge()}M with ${p.complaint}, is ${p.drug} ok`,
  (p) => pieces`${p.oldAge()} F ${p.complaint}, fall from standing`,
  (p) => pieces`F${p.oldAge()} from nursing home, ${p.complaint}`,
  (p) => pieces`${p.oldAge()} yr old ${p.complaint}`,
  (p) => pieces`${p.oldAge()}yo on warfarin, ${p.complaint}`,
  (p) => pieces`a ${p.oldAge()}-year-old woman with ${p.complaint}`,
  (p) => pieces`lives in ${p.city()}, ${p.complaint} for 3 days`,
  (p) => pieces`transfer from ${p.city()} with ${p.complaint}, accept?`,
  (p) => pieces`found down at ${p.usAddress()}, GCS 7`,
  (p) => pieces`Respond to ${p.address()} for ${p.complaint}`,
  (p) => pieces`${p.usAddress()}: ${p.age()} yo ${p.complaint}, two patients`,
  (p) => pieces`phone ${p.localPhone()}, son wants to know if ${p.drug} is right`,
  (p) => pieces`call back ${p.usPhone()} about ${p.complaint}`,
  (p) => pieces`cell ${p.nationalPhone()}; she takes ${p.drug}`,
  (p) => pieces`wife can be reached on ${p.internationalPhone()} for consent`,
  (p) => pieces`tel. ${p.internationalPhone()} or ${p.email()}`,
  (p) => pieces`fax labs to ${p.fax()} before ${p.drug}`,
  (p) => pieces`seen ${p.date()} for ${p.complaint}, again today`,
  (p) => pieces`surgery ${p.date()}, now ${p.complaint}`,
  (p) => pieces`dob ${p.birthday()} weight 71 kg, dose of ${p.drug}`,
  (p) => pieces`SSN ${p.ssn()} on the wristband, ${p.complaint}`,
  (p) => pieces`${p.dashedSsn()} ${p.complaint}`,
  (p) => pieces`paid with card ${p.card()}, exp 09/27`,
  (p) => pieces`${p.card()} was in his wallet, no other id, ${p.complaint}`,
  (p) => pieces`IBAN ${p.iban()} for the ambulance bill`,
  (p) => pieces`routing ${p.routing()} account ${p.accountNumber()} for the refund`,
  (p) => pieces`NPI ${p.npi()} ordered ${p.drug}`,
  (p) => pieces`Medicare ${p.mbi()} covers ${p.drug}?`,
  (p) => pieces`insurance id ${p.memberId()}, prior authorization for ${p.drug}`,
  (p) => pieces`DL ${p.drivingLicence()} found on scene, ${p.complaint}`,
  (p) => pieces`passport ${p.passport()}, tourist with ${p.complaint}`,
  (p) => pieces`plate ${p.plate()}, driver has ${p.complaint}`,
  (p) => pieces`VIN ${p.vin()} airbag deployed, ${p.complaint}`,
  (p) => pieces`pacemaker serial ${p.serial()}, magnet ok?`,
  (p) => pieces`insulin pump S/N ${p.serial()} alarms, ${p.complaint}`,
  (p) => pieces`monitor ${p.mac()} lost signal of ${p.plainName()}`,
  (p) => pieces`portal message from ${p.ip()}: ${p.complaint}`,
  (p) => pieces`picture of the rash at ${p.url()}`,
  (p) => pieces`${p.email()} asks whether ${p.drug} may be stopped`,
  (p) => pieces`zip ${p.zip()}, nearest stroke center?`,
  (p, o) => pieces`${p.fullName()} and brother ${o.fullName()} both have ${p.complaint}`,
  (p) => pieces`Dr. ${p.family()} ordered ${p.drug} but BP is 84/40`,
  (p) => pieces`per ${p.plainName()}, RN: hold ${p.drug}`,
  (p) => pieces`Thank you for referring ${p.plainName()}, who has ${p.complaint}.`,
  (p) => pieces`Spoke with ${p.plainName()} by phone on ${p.date()} regarding ${p.drug}.`,
  (p) => pieces`I have ${p.plainName()} here with ${p.complaint} and SpO2 88%`,
  (p) => pieces`need dose of ${p.drug} for ${p.plainName()} ${p.age()}kg`,
  (p) => pieces`${p.family()} bed 4 ${p.complaint}, room 12 waiting`,
  (p) => pieces`Please review ${p.family()} in ${p.place}: ${p.complaint}`,
  (p) => pieces`baby ${p.family()} 3 days old, bilirubin 18`,
];

const long: readonly NoteForm[] = [
  (p, o) =>
    pieces`SOAP NOTE
Patient: ${p.fullName()}   MRN: ${p.mrn()}   DOB: ${p.birthday()}
S: ${p.age()} y/o ${p.sex} presents with ${p.complaint} for 2 days. ${p.she} takes ${p.drug} daily.
O: BP 138/84, HR 92, RR 18, T 37.2, SpO2 96% RA. Abdomen soft.
A: ${p.complaint}, likely viral.
P: Recheck on ${p.date()}. Call ${p.phone()} with results. Discussed with ${o.plainName()}.`,
  (p) =>
    pieces`TRIAGE ${p.date()} 14:35. ${p.plainName()} ${p.age()}${p.sex}, address ${p.usAddress()}. CC: ${p.complaint}. Allergies NKDA. Meds: ${p.drug}. Insurance: ${p.memberId()}. Next of kin phone ${p.usPhone()}.`,
  (p) =>
    pieces`Medic 12 to base: we have a ${p.age()} year old patient, last name ${p.family()}, first name ${p.given()}, complaining of ${p.complaint}. Blood pressure 90 palp, pulse 120. We gave ${p.drug}. ETA 8 minutes from ${p.city()}.`,
  (p, o) =>
    pieces`DISCHARGE SUMMARY
Name: ${p.lastFirst()}
Admitted: ${p.date()}  Discharged: ${p.date()}
Hospital No. ${p.mrn()}  Encounter: ${p.encounter()}
${p.plainName()} was admitted with ${p.complaint}. The course was uncomplicated and ${p.drug} was started.
Follow-up with Dr. ${o.family()} at ${o.usAddress()}, phone ${o.usPhone()}, fax ${o.fax()}.`,
  (p, o) =>
    pieces`Dear Dr. ${o.family()}, I saw ${p.plainName()} (DOB ${p.birthday()}) in clinic on ${p.date()}. ${p.she} lives at ${p.usAddress()} and works as a teacher. The main problem is ${p.complaint}; I suggest ${p.drug}. Please reply to ${o.email()}.`,
  (p) =>
    pieces`Registration: ${p.plainName()}, SSN ${p.dashedSsn()}, Medicare ${p.mbi()}, DL ${p.drivingLicence()}, card on file ${p.card()}, e-mail ${p.email()}, cell ${p.phone()}. Reason for visit: ${p.complaint}.`,
  (p) =>
    pieces`Nursing note ${p.date()}: ${p.given()} slept well. At 0600 ${p.given()} reported ${p.complaint}, VS stable, ${p.drug} given per order. Mother called from ${p.phone()}.`,
  (p) =>
    pieces`${p.fullName()} - Acct ${p.accountNumber()} - ${p.oldAge()} y.o. from ${p.city()}, hx CHF. ${p.complaint}. Pacemaker serial number ${p.serial()}, implanted ${p.date()}. Is MRI safe?`,
  (p) =>
    pieces`MVC: car with plate ${p.plate()}, VIN ${p.vin()}. Driver ${p.plainName()}, ${p.age()}${p.sex}, ${p.complaint}. Passenger took off. Family notified at ${p.usPhone()} and ${p.email()}.`,
  (p, o) =>
    pieces`Handoff: 1) ${p.family()}, ${p.place}, ${p.complaint}, on ${p.drug}. 2) ${o.family()}, ${o.place}, ${o.complaint}, awaiting CT. Attending Dr ${p.given()}.`,
  (p) =>
    pieces`Home visit at ${p.address()}. Client ${p.plainName()} reports ${p.complaint}. Caregiver ${p.given()} gives ${p.drug}. Next visit ${p.date()}.`,
  (p) =>
    pieces`Telehealth ${p.date()} from IP ${p.ip()}, ${p.plainName()}, ${p.age()} yrs, ${p.city()}, ${p.state}. ${p.complaint}. Photos: ${p.url()}`,
  (p) =>
    pieces`Billing: ${p.plainName()}, policy ${p.memberId()}, IBAN ${p.iban()}, NPI of the physician ${p.npi()}, claim for ${p.date()}.`,
];

/** All forms; the long ones, with most identifiers, are as frequent as the many short ones. */
export const noteForms: { readonly short: readonly NoteForm[]; readonly long: readonly NoteForm[] } = {
  short,
  long,
};
