import { chooseOcr, NO_OCR } from '../../../reading/text-extraction/ocr/choose-ocr.ts';
import { type Check, fine } from '../check.ts';

/** Whether and by what scanned pages are read. */
export const scans: Check = {
  name: 'scans',
  run: async function* () {
    const choice = await chooseOcr();
    if (choice.kind === 'program') yield fine(`Scanned pages are read by ${choice.path}.`);
    else if (choice.kind === 'built-in') yield fine('Scanned pages are read by the built-in OCR.');
    // Left out on purpose, as a smaller installation does: nothing for an alarm.
    else yield fine(NO_OCR);
  },
};
