import { externalText } from '../../consultation/sources/external-text.ts';
import type { Concept } from './fhir-resources.ts';

/** The maximum length of a text in a clinical context. */
export const MAX_TEXT_LENGTH = 200;

const LOINC = 'http://loinc.org';

/** The name of a coded concept: its own text, else the display of its first code. */
export const nameOf = (concept: Concept | undefined): string | undefined => {
  const name = concept?.text ?? concept?.coding.find(({ display }) => display !== undefined)?.display;
  const shown = externalText(name ?? concept?.coding[0]?.code ?? '', MAX_TEXT_LENGTH);
  return shown === '' ? undefined : shown;
};

export const codesOf = (concept: Concept | undefined): readonly string[] =>
  (concept?.coding ?? []).flatMap(({ code }) => code ?? []);

export const loincOf = (concept: Concept | undefined): string | undefined =>
  concept?.coding.find(({ system }) => system === LOINC)?.code;
