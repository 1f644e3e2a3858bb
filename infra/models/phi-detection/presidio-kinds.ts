import type { PhiKind } from '../../../domain/privacy/phi-kind.ts';

const kinds: Readonly<Record<string, PhiKind>> = {
  PERSON: 'name',
  LOCATION: 'address',
  PHONE_NUMBER: 'phone',
  EMAIL_ADDRESS: 'email',
  URL: 'url',
  IP_ADDRESS: 'ip',
  MAC_ADDRESS: 'device',
  CREDIT_CARD: 'account',
  IBAN_CODE: 'account',
  US_BANK_NUMBER: 'account',
  MEDICAL_LICENSE: 'licence',
  US_DRIVER_LICENSE: 'licence',
  US_PASSPORT: 'identifier',
  US_ITIN: 'identifier',
  US_SSN: 'ssn',
  US_MBI: 'health_plan',
  UK_NHS: 'health_plan',
  UK_NINO: 'identifier',
  ES_NIF: 'identifier',
  ES_NIE: 'identifier',
  IT_FISCAL_CODE: 'identifier',
  IT_DRIVER_LICENSE: 'licence',
  IT_IDENTITY_CARD: 'identifier',
  IT_PASSPORT: 'identifier',
  PL_PESEL: 'identifier',
  SG_NRIC_FIN: 'identifier',
  AU_MEDICARE: 'health_plan',
  AU_TFN: 'identifier',
  IN_PAN: 'identifier',
  IN_AADHAAR: 'identifier',
  IN_VEHICLE_REGISTRATION: 'vehicle',
  IN_VOTER: 'identifier',
  IN_PASSPORT: 'identifier',
  FI_PERSONAL_IDENTITY_CODE: 'identifier',
  KR_RRN: 'identifier',
  TH_TNIN: 'identifier',
};

/**
 * The kinds of PHI of Presidio's entities. Omitted on purpose: DATE_TIME, which takes "2 days" and "every 5 minutes"
 * for dates (the rules find ours), NRP and ORGANIZATION, which identify no one, and CRYPTO. Names:
 * https://microsoft.github.io/presidio/supported_entities/
 */
export const presidioKinds: ReadonlyMap<string, PhiKind> = new Map(Object.entries(kinds));
