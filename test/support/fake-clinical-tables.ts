import type { ScriptedCall, ScriptedReply } from './scripted-server.ts';

/**
 * Behaves like the Clinical Table Search Service for ICD-10-CM, where every word is a prefix of one in the code or the
 * name. The response has the total, the codes, no extra fields, and the display fields of each code.
 */
export const fakeClinicalTables =
  (table: Readonly<Record<string, string>>) =>
  ({ method, fields }: ScriptedCall): ScriptedReply => {
    if (method !== 'GET' || fields.terms === undefined) return { status: 400, text: 'Missing terms' };
    const wanted = fields.terms.toLowerCase().split(' ');
    const searched = (fields.sf ?? 'code').split(',');
    const found = Object.entries(table).filter(([code, name]) => {
      const words = [
        ...(searched.includes('code') ? [code.toLowerCase()] : []),
        ...(searched.includes('name') ? name.toLowerCase().split(/\W+/) : []),
      ];
      return wanted.every((part) => words.some((word) => word.startsWith(part)));
    });
    const shown = found.slice(0, Number(fields.maxList ?? 7));
    return {
      headers: { 'content-type': 'application/json' },
      text: JSON.stringify([found.length, shown.map(([code]) => code), null, shown]),
    };
  };
