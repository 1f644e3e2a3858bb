import { forbids } from './parse-statement.ts';

const allows =
  /\b(?:may|can|could|should|safe|ok|okay|indicated|give|given|use|used|appropriate|allowed|recommended|consider)\b[^.;]{0,80}:\s*$/i;
const takesBack =
  /\b(?:unless|except\w*|not|never|avoid|hold|withhold|caution|contra-?indicat\w*)\b|n['’]t\b/i;

/** Whether an introduction allows or orders all that is below it: "may be given if:". */
export const introducesPermission = (text: string): boolean =>
  allows.test(text) && !takesBack.test(text) && !forbids(text);
