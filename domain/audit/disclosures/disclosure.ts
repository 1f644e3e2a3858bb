/** The ways in which data leaves the system. */
export const disclosureKinds = [
  'model',
  'source',
  'tool',
  'mail',
  'voice',
  'export',
  'fhir',
  'backup',
] as const;
type DisclosureKind = (typeof disclosureKinds)[number];

/**
 * Why a disclosure need not be accounted for to the person (45 CFR 164.528(a)(1)(i)): it carried out treatment, or the
 * operations of the hospital. Whether that holds is for the privacy officer to decide; see `notCounted`.
 */
export const disclosureExemptions = ['treatment', 'operations'] as const;
type DisclosureExemption = (typeof disclosureExemptions)[number];

/** One time that data left the system, as an accounting of disclosures states it (45 CFR 164.528(b)(2)). */
export type Disclosure = {
  readonly kind: DisclosureKind;
  /** The entity or person who received it. */
  readonly recipient: string;
  /** Where the recipient is, if known: a postal, e-mail or network address. */
  readonly address: string | null;
  /** A brief description of what was disclosed, without its content. */
  readonly content: string;
  /** The names of the fields. */
  readonly fields: readonly string[];
  /** How it was screened for PHI before it left. */
  readonly screening: string;
  readonly purpose: string;
  readonly exemption: DisclosureExemption | null;
};

/** The years that an accounting reaches back (45 CFR 164.528(a)(1)). */
export const ACCOUNTING_YEARS = 6;

/** What an accounting leaves out, and why. Shown with each. */
export const notCounted: readonly string[] = [
  'Reading inside the hospital is a use, not a disclosure: the timeline of the person lists who saw what.',
  'Disclosures for treatment and for the operations of the hospital are listed and marked as exempt (45 CFR 164.528(a)(1)(i)). Whether that holds, for instance because a contract with the recipient exists, is for the privacy officer to decide.',
  'Passages of documents and questions that hold PHI are not sent to embedding models outside. The others name no person.',
  'Events for other systems (Kafka, webhooks) carry no content about a person.',
  'An export or a backup holds the data of everyone, so it is listed for each person. Where its copy went afterwards is not known here.',
  'What people passed on themselves, on paper or aloud, is not known here.',
];
