import { type PhiKind, phiKinds } from '../../../domain/privacy/phi-kind.ts';

/** The entity labels of token classification models, without the prefixes for begin and inside (`B-`, `I-`). */
const kindsByLabel: Readonly<Record<PhiKind, readonly string[]>> = {
  // Labels of CoNLL-2003 and similar sets, of i2b2 2014, and of models for personal data.
  name: [
    'PER',
    'PERSON',
    'NAME',
    'PATIENT',
    'DOCTOR',
    'HCW',
    'STAFF',
    'GIVENNAME',
    'FIRSTNAME',
    'MIDDLENAME',
    'SURNAME',
    'LASTNAME',
    'USERNAME',
  ],
  address: [
    'LOC',
    'LOCATION',
    'CITY',
    'STREET',
    'STREETADDRESS',
    'BUILDINGNUM',
    'BUILDINGNUMBER',
    'COUNTY',
    'ADDRESS',
    'SECONDARYADDRESS',
  ],
  zip_code: ['ZIP', 'ZIPCODE'],
  date: ['DATEOFBIRTH', 'DOB'],
  age_over_89: [],
  phone: ['PHONE', 'TELEPHONENUM', 'PHONENUMBER'],
  fax: ['FAX'],
  email: ['EMAIL'],
  ssn: ['SSN', 'SOCIALNUM', 'SOCIALSECURITYNUMBER'],
  mrn: ['MEDICALRECORD', 'MRN'],
  health_plan: ['HEALTHPLAN'],
  account: ['ACCOUNT', 'ACCOUNTNUM', 'ACCOUNTNUMBER', 'CREDITCARDNUMBER', 'IBAN'],
  licence: ['LICENSE', 'DRIVERLICENSENUM'],
  vehicle: ['VEHICLE', 'VEHICLEVIN', 'VEHICLEVRM'],
  device: ['DEVICE', 'MAC', 'PHONEIMEI'],
  url: ['URL'],
  ip: ['IPADDR', 'IP', 'IPV4', 'IPV6'],
  identifier: ['ID', 'IDNUM', 'IDCARDNUM', 'TAXNUM', 'BIOID', 'PASSPORT'],
};

const labels: ReadonlyMap<string, PhiKind> = new Map(
  phiKinds.flatMap((kind) => kindsByLabel[kind].map((name) => [name, kind] as const)),
);

/**
 * Returns the kind of PHI of a label; undefined for labels that are not PHI: organizations, hospitals, dates in words,
 * ages, professions. The rules are better at dates and ages over 89.
 */
export const kindOfEntity = (label: string): PhiKind | undefined =>
  labels.get(
    label
      .replace(/^[BIES]-/, '')
      .replaceAll(/[\s_-]/g, '')
      .toUpperCase(),
  );
