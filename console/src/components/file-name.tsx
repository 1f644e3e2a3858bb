/** Invisible characters, which can make a name look like another one: `exe` before `gnp.` in reverse. */
const unseen = /[\p{Cc}\p{Cf}]/gu;

/** The name of a file as its uploader gave it, with a sign for what cannot be seen in it. */
export const fileNameText = (name: string): string => name.replace(unseen, '\u{fffd}');

/** The name under which a file is saved: without what cannot be seen, which could disguise its kind. */
export const savedFileName = (name: string): string => name.replace(unseen, '');

/** The name of a file, whose direction of writing does not spread to its surroundings. */
export const FileName = ({ name }: { readonly name: string }) => <bdi>{fileNameText(name)}</bdi>;
