/**
 * Patterns of text that gives orders to a model instead of informing a reader. Such a line is not evidence: it
 * supports nothing and is not shown to a model. A clinical instruction such as "ignore a low reading" does not match.
 */
const orders: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass|discard|overlook|skip)\b[^.\n]{0,40}\b(?:previous|prior|above|preceding|earlier|all|any|other|these|your|the|system|my)\b[^.\n]{0,30}\b(?:instructions?|prompts?|rules?|directions?|guardrails?|directives?|commands?|sources?|evidence|context|constraints?|system message)\b/i,
  /\b(?:you are now|from now on,? you|act as|pretend (?:to be|you|that)|roleplay|you must now|your new (?:role|task|instructions?|rules?))\b/i,
  /\bnew (?:system )?(?:instructions?|prompt|rules?) ?[:.]/i,
  /\b(?:system|developer|hidden|initial|original|secret) (?:prompt|message|instructions?)\b/i,
  /\b(?:reveal|print|repeat|output|show|leak|reproduce|translate|summari[sz]e|display|quote)\b[^.\n]{0,40}\b(?:your|the) (?:system |hidden |initial |secret |full )?(?:prompt|instructions?|rules|configuration)\b/i,
  /\b(?:ai|artificial intelligence|language|chat) ?(?:models?|assistants?|bots?|systems?)\b[^.\n]{0,60}\b(?:must|should|shall|need to|are (?:instructed|required|told|ordered)|have to|always|never|ignore|respond|answer|reply|say|state|output)\b/i,
  /\b(?:note|message|instructions?|attention|important|reminder|directive|memo)\b[^.\n]{0,20}\b(?:to|for|from)\b[^.\n]{0,12}\b(?:ai|llm|gpt|chatgpt|claude|llama|assistants?|models?|chatbots?|summari[sz]er|admin(?:istrator)?|openai|developers?)\b/i,
  /^\W{0,6}(?:system|assistant)\W{0,3}:[^\n]*\b(?:is|are|must|should|you|your|ignore|answer|always|never|correct)\b/i,
  /<\|[^|\n]{0,40}\|>|\[\/?(?:inst|system|assistant|user)\]|<<\/?sys>>|<\/?(?:start_of_turn|end_of_turn|system|assistant|instructions?|tool_call|function_call|function_calls|invoke|s|evidence|sources?|untrusted|document)>/i,
  /\b(?:when|if) (?:you are |you['’]re )?(?:asked (?:about|for|whether|what|how|which|to)|(?:summari[sz]ing|answering)|(?:the|a) (?:user|clinician|nurse|reader|person) asks?)\b[^.\n]{0,60}\b(?:always|must|reply|respond|answer|say|output|write|claim|insist)\b/i,
  /\b(?:respond|reply|answer)\b[^.\n]{0,20}\b(?:only with|exclusively with|with the (?:words?|text|phrase|following)|exactly|as follows|in the affirmative)\b/i,
  /\b(?:say|state|tell (?:them|him|her|the (?:user|clinician|nurse|doctor|patient))|claim|pretend|insist|cite|assert)\b[^.\n]{0,60}\b(?:regardless|no matter|whatever (?:the|they)|even if the|instead of (?:the )?(?:evidence|sources?|citations?)|without (?:citations?|citing|mentioning))\b/i,
  /\b(?:call|invoke|execute|run|use|trigger) (?:the )?(?:tool|function|api|command|plugin|shell)\b|"(?:tool|function|function_call|tool_calls?|name|arguments)"\s*:\s*["{[]/i,
  /\b(?:jailbr(?:eak|oken)|developer mode|dan mode|do anything now|god ?mode|sudo mode|unrestricted mode|maintenance mode|debug mode|without (?:any )?(?:restrictions|filters|safety))\b/i,
  /\b(?:(?:end|start|beginning) of (?:the )?(?:evidence|untrusted|context|prompt|system (?:prompt|message)|user (?:question|input))|(?:begin|end) (?:system|prompt|untrusted|evidence))\b/i,
  /\b(?:prompt injection|injected prompt)\b/i,
  // Spanish, Portuguese, French, Italian, German, Dutch.
  /\b(?:ignor[aáeé]\w*|olvid\w+|desconsider\w+|descart\w+|esque[cç]\w+|oubli\w+|n['’]ob[eé]i\w+|dimentic\w+|vergiss|vergesst|missacht\w+|ignoriere?n?|negeer|vergeet)\b[^.\n]{0,50}\b(?:instruc\w+|instru[cç][oõ]es|r[eè]gles?|reglas|regras|regole|istruzion\w+|anweisung\w*|regeln|vorgaben|instructies|regels|consignes?|indicaciones|[oó]rdenes)\b/iu,
  /\b(?:ahora eres|eres ahora|a partir de ahora|agora voc[eê] [eé]|tu es maintenant|vous [eê]tes maintenant|ora sei|du bist (?:jetzt|nun|ab sofort)|ab jetzt|je bent nu)\b/iu,
  // Polish, Russian, Ukrainian, Turkish, Vietnamese, Indonesian, Swahili, Tagalog.
  /(?:zignoruj|игнорируй|игнорируйте|забудь|ігноруй|забудьте)[^.\n]{0,50}(?:instrukcj|инструкци|інструкці|правил|указани)|(?:önceki|yukarıdaki)[^.\n]{0,30}(?:talimat|kural)|bỏ qua[^.\n]{0,40}(?:hướng dẫn|chỉ dẫn|quy tắc)|abaikan[^.\n]{0,40}(?:instruksi|perintah|aturan)|puuza maagizo|huwag pansinin[^.\n]{0,40}(?:tagubilin|utos)/iu,
  // Chinese, Japanese, Korean, Arabic, Persian, Hindi, Hebrew.
  /(?:忽略|忽视|无视|無視|忘记|忘記|忽視)[^。\n]{0,20}(?:指令|指示|规则|規則|说明|提示|命令)|(?:指示|命令|ルール|プロンプト)[^。\n]{0,12}(?:無視|忘れ)|(?:지시|명령|규칙|지침)[^.\n]{0,12}(?:무시|잊)|(?:تجاهل|انس|نادیده)[^.\n]{0,40}(?:التعليمات|الأوامر|القواعد|تعليمات|دستور)|(?:निर्देश|नियम)[^।\n]{0,30}(?:अनदेखा|नज़रअंदाज़|भूल)|(?:התעלם|התעלמי|שכח)[^.\n]{0,40}(?:הוראות|ההוראות|כללים)/u,
];

const leet: ReadonlyMap<string, string> = new Map([
  ['0', 'o'],
  ['1', 'i'],
  ['3', 'e'],
  ['4', 'a'],
  ['5', 's'],
  ['7', 't'],
  ['@', 'a'],
  ['$', 's'],
  ['!', 'i'],
]);
/** Letters of other scripts that resemble Latin ones. */
const lookAlikes: ReadonlyMap<string, string> = new Map(
  [...('аaеeоoрpсcхxуyіiјjѕsԁdһhκkνvοoαaιiρp'.match(/../gu) ?? [])].map((pair) => [
    [...pair][0] ?? '',
    [...pair][1] ?? '',
  ]),
);

const hasLookAlike = /[\u0370-\u03ff\u0400-\u052f]/;
const hasLeet = /\p{L}[0134578@$!]\p{L}|\b[0134578@$]\p{L}/u;

const written = (text: string): string =>
  [...text].map((character) => lookAlikes.get(character.toLowerCase()) ?? character).join('');
const unleet = (text: string): string =>
  text.replace(/[0134578@$!](?=\p{L})|(?<=\p{L})[013457@$](?!\d)/gu, (one) => leet.get(one) ?? one);
/** Joins spaced letters into words: "i g n o r e". */
const together = (text: string): string =>
  text.replace(/(?:(?<![\p{L}])\p{L}[ .*_-]){3,}\p{L}(?![\p{L}])/gu, (run) => run.replace(/[ .*_-]/g, ''));

const base64 = /[A-Za-z0-9+/]{24,4000}={0,2}/g;
const printable = /^[\t\n\r\x20-\x7e]+$/;

/** Decodes runs of base64 that contain text. */
const decoded = (text: string): readonly string[] =>
  (text.match(base64) ?? []).slice(0, 8).flatMap((run) => {
    const letters = run.replaceAll('=', '');
    try {
      // A single leftover letter encodes nothing.
      const plain = atob(letters.length % 4 === 1 ? letters.slice(0, -1) : letters);
      return printable.test(plain) ? [plain] : [];
    } catch {
      return [];
    }
  });

const rotated = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });

/** Matches without spaces: in letter-spaced text, word boundaries are unknown. */
const withoutBlanks =
  /(?:ignore|disregard|forget|override)(?:all|any|the|your|my|these|previous|prior|above|earlier|system){1,5}(?:instructions?|rules?|prompts?)/i;

const isOrder = (text: string): boolean => orders.some((pattern) => pattern.test(text));

/** Only this much of a line is checked. */
const longestLine = 8000;

/**
 * Whether a text gives orders to a model: "ignore all previous instructions" in several languages and disguises
 * (look-alike letters, digits for letters, spaced letters, base64, ROT13), fake messages and tool calls.
 *
 * @param text in plain characters
 */
export const addressesModel = (text: string): boolean => {
  const line = text.slice(0, longestLine);
  if (isOrder(line)) return true;
  if (hasLookAlike.test(line) && isOrder(written(line))) return true;
  if (hasLeet.test(line) && isOrder(unleet(line))) return true;
  const joined = together(line);
  if (joined !== line && (isOrder(joined) || withoutBlanks.test(joined.replace(/\P{L}+/gu, '')))) return true;
  if (decoded(line).some(isOrder)) return true;
  return /\b(?:vtaber|qvfertneq|sbetrg|flfgrz)\b/i.test(line) && isOrder(rotated(line));
};
