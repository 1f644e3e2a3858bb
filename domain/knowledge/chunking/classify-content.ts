import { eachAdministrable } from '../../clinical-text/names-dose.ts';
import type { ContentType } from '../chunk.ts';

const route =
  /\b(?:IV|IO|IM|IN|SC|SQ|PO|SL|PR|ETT|intravenous(?:ly)?|intramuscular(?:ly)?|intranasal(?:ly)?|subcutaneous(?:ly)?|sublingual(?:ly)?|orally|nebuli[sz]ed|inhaled)\b/g;
const doseWord =
  /\b(?:dos(?:e|es|ing|age)|maximum (?:total )?dose|titrate|bolus|infusion|push|repeat every)\b/gi;
const step = /^[^\S\r\n\u2028\u2029]*(?:\(?\d{1,3}[.)]|[a-z][.)])\s/gm;
const action =
  /\b(?:apply|assess|attach|check|cleanse|confirm|contact|document|ensure|establish|initiate|insert|maintain|obtain|open|perform|place|position|prepare|remove|secure|suction|transport|ventilate|verify)\b/gi;
const finding =
  /\b(?:signs?|symptoms?|criteria|score|scale|vital signs|GCS|history of|presents? with|evaluate|assessment|findings?|rule out|differential|suspected|risk factors?|inclusion|exclusion|positive|normal range)\b/gi;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/**
 * Classifies a passage (protocol guide, "Content Type Classification"): medication when it holds doses with a route or
 * with dosing words, procedure when it is a list of actions, assessment when it names findings and criteria; otherwise
 * general.
 */
export const classifyContent = (text: string): ContentType => {
  // A route or a dosing word makes one dose enough; without either it takes three.
  const doses = eachAdministrable(text);
  const namesDose = doses.next().done !== true;
  if (namesDose && (count(text, route) + count(text, doseWord) > 0 || doses.take(2).toArray().length === 2))
    return 'medication';
  const steps = count(text, step);
  const findings = count(text, finding);
  const actions = count(text, action);
  if (steps >= 2 && actions >= 2 && actions >= findings) return 'procedure';
  if (findings >= 2) return 'assessment';
  return actions >= 4 ? 'procedure' : 'general';
};
