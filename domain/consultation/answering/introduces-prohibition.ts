const forbidden =
  /^(?:#{1,6}\s)?(?:(?:\d{1,2}|[A-Za-z]|[IVX]{1,4})[.)]\s|[•▪◦●○◊❖*–-]\s)?(?:absolute |relative )?(?:contra-?indications?|exclusions?|exclusion criteria|do not|don['’]t|never|not (?:for|to be|in|if|when)|avoid|withhold|hold (?:for|if|in|when)|when not to|no \p{L}+ (?:for|in|if|when|with))(?![\p{L}-])/iu;
const inside =
  /\b(?:contra-?indicated|(?:must|should|shall|may|can|is|are|do|does)\s?not (?:be )?(?:given|used?|administered|performed|applied|give|administer|perform|apply|indicated|recommended|permitted|allowed)|prohibited|forbidden|to be avoided)\b[^.;:]{0,80}:\s*$/i;

/** Whether a head or introduction forbids everything below it: "Contraindications", "Do not give to patients with:". */
export const introducesProhibition = (text: string): boolean =>
  (forbidden.test(text) && (/:\s*$/.test(text) || /^#|^\|/.test(text) || text.length < 60)) ||
  inside.test(text);
