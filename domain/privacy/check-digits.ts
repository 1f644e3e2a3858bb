const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** Sum of digits after doubling every second one from the right (ISO/IEC 7812-1, annex B). */
const passesLuhn = (number: string): boolean => {
  const digits = digitsOf(number);
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits.charAt(digits.length - 1 - at)) * (at % 2 === 1 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return digits.length > 0 && sum % 10 === 0;
};

/** A payment card: first digits and lengths of the large networks, and Luhn's check digit. */
export const isPaymentCard = (number: string): boolean => {
  const digits = digitsOf(number);
  const isKnown =
    /^(?:(?:5[06-9]|6\d)\d{10}|(?:1800|2131)\d{11}|4(?:\d{12}|\d{15}|\d{18})|5[0-8]\d{14}|6\d{15,18}|2[2-7]\d{14}|3[47]\d{13}|3[0689]\d{12}|35\d{14})$/.test(
      digits,
    );
  return isKnown && passesLuhn(digits);
};

/** A National Provider Identifier: Luhn's check digit over the prefix 80840 and the number (45 CFR 162.406). */
export const isNpi = (number: string): boolean => {
  const digits = digitsOf(number);
  return /^[12]\d{9}$/.test(digits) && passesLuhn(`80840${digits}`);
};

/** A routing number of a bank: digits times 3, 7, 1 add up to a multiple of ten (American Bankers Association). */
export const isRoutingNumber = (number: string): boolean => {
  const digits = digitsOf(number);
  // The Federal Reserve districts, thrifts, electronic transactions, travellers' cheques.
  if (!/^(?:0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{7}$/.test(digits)) return false;
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * ([3, 7, 1][at % 3] ?? 0), 0);
  return sum % 10 === 0;
};

/** The length of an account number in each country (SWIFT, "IBAN Registry"). */
const ibanLengths: ReadonlyMap<string, number> = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18 FR27 ' +
    'GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 ' +
    'MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19 SK24 SM27 ST25 SV28 TL23 ' +
    'TN24 TR26 UA29 VA22 VG24 XK20'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))] as const),
);

/** The remainder by 97 of a number of any length, digit by digit. */
const remainder97 = (digits: string): number =>
  [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);

/** The number of letters and digits of an IBAN at the start of a text, without spaces; 0 if none (ISO 13616-1). */
export const ibanLength = (text: string): number => {
  const characters = text.toUpperCase().replaceAll(/[^A-Z\d]/g, '');
  const length = ibanLengths.get(characters.slice(0, 2)) ?? 0;
  if (length === 0 || characters.length < length) return 0;
  const iban = characters.slice(0, length);
  const numeric = `${iban.slice(4)}${iban.slice(0, 4)}`.replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return remainder97(numeric) === 1 ? length : 0;
};

const VIN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const VIN_LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const VIN_LETTER_VALUES = '12345678123457923456789';

const vinValue = (character: string): number => {
  const letter = VIN_LETTERS.indexOf(character);
  return Number(letter < 0 ? character : VIN_LETTER_VALUES.charAt(letter));
};

/** A vehicle identification number: check digit in the ninth place (49 CFR 565.15(c)). */
export const isVin = (number: string): boolean => {
  const vin = number.toUpperCase();
  const sum = VIN_WEIGHTS.reduce((total, weight, index) => total + weight * vinValue(vin.charAt(index)), 0);
  const check = sum % 11 === 10 ? 'X' : String(sum % 11);
  return vin.length === 17 && vin.charAt(8) === check && /[A-Z]/.test(vin);
};
