import type { FakePerson } from './fake-person.ts';
import { type Piece, pieces } from './labelled-text.ts';
import type { NoteForm } from './note-forms.ts';

/** A style that is measured separately. */
export type NoteStyle = {
  readonly name: string;
  /** The origin of its names, addresses and numbers in `peopleLocales`; any origin when absent. */
  readonly people?: string;
  /** Half of the styles are held out: no rule was derived from their misses. */
  readonly judges: boolean;
  readonly forms: readonly NoteForm[];
};

/** A name above an address, as on an envelope. */
const envelope = (p: FakePerson): readonly Piece[] => pieces`${p.plainName()}\n${p.wholeAddress()}`;

const letter: readonly NoteForm[] = [
  (p, o) => [
    ...envelope(p),
    ...pieces`\n\n${p.date()}\n\nDear ${o.plainName()},\n\nThank you for your letter about ${p.plainName()}, whom I reviewed on ${p.date()}. ${p.she} has had ${p.complaint} and takes ${p.drug}. I have asked for bloods and shall write again.\n\nYours sincerely,\n\nDr ${o.plainName()}\nConsultant`,
  ],
  (p, o) =>
    pieces`RE: ${p.plainName()}, born ${p.birthday()}\nI am grateful for your opinion on this ${p.age()} year old with ${p.complaint}. The home address is ${p.wholeAddress()} and the phone is ${p.phone()}. With kind regards, ${o.plainName()}`,
  (p) =>
    pieces`Your appointment: ${p.plainName()}, we expect you on ${p.date()}. Please bring ${p.drug}. If you cannot come, ring ${p.usPhone()} or write to ${p.email()}.`,
];
const referral: readonly NoteForm[] = [
  (p, o) =>
    pieces`Referral to cardiology. Patient name ${p.plainName()}; date of birth ${p.birthday()}; record number ${p.mrn()}; lives at ${p.wholeAddress()}; telephone ${p.phone()}. Reason: ${p.complaint}. Current medication: ${p.drug}. Referred by ${o.plainName()}, NPI ${o.npi()}.`,
  (p) =>
    pieces`Kindly see ${p.plainName()} (${p.mrn()} MRN), ${p.age()} years, with ${p.complaint} since ${p.date()}.`,
  (p, o) =>
    pieces`Please evaluate ${p.given()} ${p.family()} for ${p.complaint}. Insurance: ${p.memberId()}. Contact: ${o.plainName()} (spouse), ${o.usPhone()}.`,
];
const discharge: readonly NoteForm[] = [
  (p, o) =>
    pieces`Patient: ${p.lastFirst()} | MRN: ${p.mrn()} | Admitted ${p.date()} | Discharged ${p.date()}\nDiagnosis: ${p.complaint}\nMedication on leaving: ${p.drug}\nDischarged home to ${p.wholeAddress()} with ${o.plainName()}, daughter (${o.phone()}).`,
  (p) =>
    pieces`Hospital course: ${p.plainName()} came in with ${p.complaint}. ${p.family()} improved on ${p.drug}. Follow-up ${p.date()}. Account ${p.accountNumber()}.`,
  (p) =>
    pieces`${p.plainName()} may go home. Script for ${p.drug}. Next of kin ${p.plainName()} on ${p.phone()}.`,
];
const dictation: readonly NoteForm[] = [
  (p, o) =>
    pieces`This is doctor ${o.family()} dictating on ${p.plainName()}, medical record number ${p.spokenMrn()}, date of service ${p.dateInWords()}. The patient is a ${p.age()} year old with ${p.complaint}, treated with ${p.drug}. Copy to doctor ${o.plainName()}. End of dictation.`,
  (p) =>
    pieces`Please type this up. Patient ${p.given()} ${p.family()}, that is born ${p.dateInWords()}. Chief complaint ${p.complaint}. Address ${p.wholeAddress()}. Callback number ${p.usPhone()}. Thank you.`,
  (p) => pieces`MRN ${p.spokenMrn()}. ${p.complaint} resolved after ${p.drug}.`,
];
const handover: readonly NoteForm[] = [
  (p, o) =>
    pieces`Bay 3: ${p.family()}, ${p.age()}${p.sex}, ${p.complaint}, on ${p.drug}, family rang ${p.usPhone()}. Bay 4: ${o.family()}, ${o.age()}${o.sex}, ${o.complaint}, for CT.`,
  (p) =>
    pieces`S: ${p.plainName()}, MRN ${p.mrn()}, ${p.complaint}. B: known to ${p.city()} clinic. A: stable on ${p.drug}. R: recheck ${p.shortDate()}.`,
  (p, o) => pieces`Overnight ${p.plainName()} was agitated, settled by ${o.given()}. Continue ${p.drug}.`,
];
const mail: readonly NoteForm[] = [
  (p, o) =>
    pieces`From: ${o.email()}\nTo: ${p.email()}\nSubject: results\n\nHi ${p.given()},\n\nyour results of ${p.date()} are back. No change to ${p.drug}. Can you call me on ${o.usPhone()}?\n\nBest,\n${o.plainName()}`,
  (p, o) =>
    pieces`Hello team, ${p.plainName()} wrote that the ${p.complaint} is back. ${p.she} moved to ${p.wholeAddress()} last month. Could ${o.given()} ring ${p.phone()}? Thanks, ${o.plainName()}`,
  (p) =>
    pieces`Fwd: ${p.plainName()} asks for a refill of ${p.drug}. Card ${p.card()}, ship to ${p.wholeAddress()}.`,
];
const german: readonly NoteForm[] = [
  (p, o) =>
    pieces`Sehr geehrte Frau Kollegin ${o.family()}, wir berichten über ${p.plainName()}, geb. ${p.birthday()}, wohnhaft ${p.wholeAddress()}, Tel. ${p.internationalPhone()}. Diagnose: Vorhofflimmern. Therapie: ${p.drug}.`,
  (p) =>
    pieces`Patientin: ${p.plainName()}, geboren am ${p.birthday()}, Fallnummer ${p.encounter()}. Gabe von ${p.drug}.`,
  (p) => pieces`Patientennummer ${p.mrn()}, Herr ${p.family()} klagt über Brustschmerzen, ${p.drug} gegeben.`,
];
const french: readonly NoteForm[] = [
  (p, o) =>
    pieces`Cher confrère, je vous adresse Mme ${p.plainName()}, née le ${p.birthday()}, demeurant ${p.wholeAddress()}, tél. ${p.internationalPhone()}, pour douleur thoracique. Traitement : ${p.drug}. Dr ${o.plainName()}`,
  (p) =>
    pieces`Patient : ${p.plainName()}, né le ${p.birthday()}, dossier n° ${p.mrn()}. ${p.drug} ce matin.`,
  (p) => pieces`Monsieur ${p.family()}, numéro de dossier ${p.mrn()}, sous ${p.drug}.`,
];
const spanish: readonly NoteForm[] = [
  (p, o) =>
    pieces`Estimado Dr. ${o.family()}: remito a ${p.plainName()}, nacido el ${p.birthday()}, con domicilio en ${p.wholeAddress()}, tel. ${p.internationalPhone()}, por dolor torácico. Tratamiento: ${p.drug}.`,
  (p) =>
    pieces`Paciente: ${p.plainName()}, NHC ${p.mrn()}, fecha de nacimiento ${p.birthday()}. Se da ${p.drug}.`,
  (p) => pieces`Sra. ${p.family()}, historia clínica ${p.mrn()}, refiere fiebre; ${p.drug}.`,
];
const polish: readonly NoteForm[] = [
  (p, o) =>
    pieces`Szanowna Pani Doktor ${o.family()}, kieruję pacjenta: ${p.plainName()}, ur. ${p.birthday()}, zam. ${p.wholeAddress()}, tel. ${p.internationalPhone()}. Leki: ${p.drug}.`,
  (p) =>
    pieces`Pacjent: ${p.plainName()}, PESEL ${p.pesel()}, data urodzenia ${p.birthday()}. Podano ${p.drug}.`,
];
const vietnamese: readonly NoteForm[] = [
  (p) =>
    pieces`Bệnh nhân: ${p.plainName()}, sinh ngày ${p.birthday()}, địa chỉ ${p.wholeAddress()}, điện thoại ${p.internationalPhone()}. Dùng ${p.drug}.`,
  (p) => pieces`Mã bệnh nhân: ${p.mrn()}. Họ tên: ${p.plainName()}. Thuốc: ${p.drug}.`,
];
const italian: readonly NoteForm[] = [
  (p, o) =>
    pieces`Gentile collega ${o.family()}, le invio il Sig. ${p.plainName()}, nato il ${p.birthday()}, residente in ${p.wholeAddress()}, tel. ${p.internationalPhone()}. Terapia: ${p.drug}.`,
  (p) =>
    pieces`Paziente: ${p.plainName()}, cartella n. ${p.mrn()}, data di nascita ${p.birthday()}. ${p.drug}.`,
];

/** Styles in foreign languages use people of their country. */
export const noteStyles: readonly NoteStyle[] = [
  { name: 'letter', judges: false, forms: letter },
  { name: 'referral', judges: false, forms: referral },
  { name: 'discharge', judges: false, forms: discharge },
  { name: 'dictation', judges: true, forms: dictation },
  { name: 'hand-over', judges: true, forms: handover },
  { name: 'e-mail', judges: true, forms: mail },
  { name: 'German', people: 'de', judges: false, forms: german },
  { name: 'French', people: 'fr', judges: false, forms: french },
  { name: 'Polish', people: 'pl', judges: false, forms: polish },
  { name: 'Spanish', people: 'es_MX', judges: true, forms: spanish },
  { name: 'Vietnamese', people: 'vi', judges: true, forms: vietnamese },
  { name: 'Italian', people: 'it', judges: true, forms: italian },
];
