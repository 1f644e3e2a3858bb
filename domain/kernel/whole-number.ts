/**
 * A whole number as text: digits alone, without a sign, point, exponent, blank or leading zero, so that each number is
 * written in one way. At most fifteen digits, which a number holds exactly.
 */
export const wholeNumberText = /^(?:0|[1-9]\d{0,14})$/;
