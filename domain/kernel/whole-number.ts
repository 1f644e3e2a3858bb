/**
 * A whole number as text: only digits, without a sign, point, exponent, blank or leading zero, so that each number has
 * one spelling. At most fifteen digits, which a JavaScript number holds exactly.
 */
export const wholeNumberText = /^(?:0|[1-9]\d{0,14})$/;
