/**
 * Cyrillic and Greek letters that look like Latin ones (Unicode Technical Standard 39, confusables), lower and upper
 * case. Only those that a reader does not notice.
 */
const pairs =
  'аa еe оo рp сc уy хx ѕs іi јj ԁd һh ԛq ԝw ѵv ӏl кk мm тt нh вb ' +
  'АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ЅS ІI ЈJ ԌG ԚQ ԜW ' +
  'οo αa νv ιi κk ρp τt υu ' +
  'ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX';

/** Maps a letter to the Latin letter it resembles. */
export const latinLookAlikes: ReadonlyMap<string, string> = new Map(
  pairs.split(' ').map((pair) => {
    const [letter = '', latin = ''] = pair;
    return [letter, latin] as const;
  }),
);
