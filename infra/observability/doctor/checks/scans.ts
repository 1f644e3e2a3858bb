import { chooseOcr, NO_OCR } from '../../../reading/text-extraction/ocr/choose-ocr.ts';
import { type Check, fine } from '../check.ts';

/** Reports the OCR for scanned pages. */
export const scans: Check = {
  name: 'scans',
  run: async function* () {
    const choice = await chooseOcr();
    if (choice.kind === 'program') yield fine(`Scanned pages are read by ${choice.path}.`);
    else if (choice.kind === 'built-in') yield fine('Scanned pages are read by the built-in OCR.');
    // Omitted on purpose in smaller installations: no reason to alert.
    else yield fine(NO_OCR);
  },
};
