import { allLocales, type LocaleDefinition } from '@faker-js/faker';

/**
 * The origins of the invented people. Names in other scripts are transcribed by the package any-ascii where its output
 * matches common usage, and otherwise drawn from `romanised`.
 */
export type PeopleLocale = {
  readonly name: string;
  readonly locale: LocaleDefinition;
  /** Names as in passports, when the library has them only in another script. */
  readonly romanised?: { readonly given: readonly string[]; readonly family: readonly string[] };
  /** Whether a reader of the Latin script can read addresses and phone numbers of the locale. */
  readonly latin: boolean;
};

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

const japanese = {
  given: words(
    'Haruto Yuuto Sota Hinata Riku Kaito Takumi Shota Daichi Kazuki Sakura Aoi Misaki Nanami Ayaka Chiyo Fumiko Michiko Noriko Setsuko',
  ),
  family: words(
    'Sato Suzuki Takahashi Tanaka Watanabe Ito Yamamoto Nakamura Kobayashi Kato Yoshida Yamada Sasaki Matsumoto Inoue Kimura Hayashi Shimizu Mori Hashimoto',
  ),
};
const arabic = {
  given: words(
    'Abdelrahman Tarek Khaled Ziad Faisal Hamza Bassam Nabil Walid Yasser Salma Rania Hanan Amira Layla Nour Samira Dalia Maha Wafaa',
  ),
  family: words(
    'Al-Masri Haddad Khoury El-Sayed Mansour Al-Hashimi Nasser Shaheen Darwish Qasim Barakat Zidan Abboud Farouk Hamdan Saleh Tahir Yassin Jaber Saad',
  ),
};

export const peopleLocales: readonly PeopleLocale[] = [
  { name: 'en_US', locale: allLocales.en_US, latin: true },
  { name: 'en_GB', locale: allLocales.en_GB, latin: true },
  { name: 'es_MX', locale: allLocales.es_MX, latin: true },
  { name: 'de', locale: allLocales.de, latin: true },
  { name: 'fr', locale: allLocales.fr, latin: true },
  { name: 'it', locale: allLocales.it, latin: true },
  { name: 'pl', locale: allLocales.pl, latin: true },
  { name: 'vi', locale: allLocales.vi, latin: true },
  { name: 'en_IN', locale: allLocales.en_IN, latin: true },
  { name: 'en_NP', locale: allLocales.en_NP, latin: true },
  { name: 'ar', locale: allLocales.ar, romanised: arabic, latin: false },
  { name: 'zh_CN', locale: allLocales.zh_CN, latin: false },
  { name: 'ja', locale: allLocales.ja, romanised: japanese, latin: false },
  { name: 'ko', locale: allLocales.ko, latin: false },
  { name: 'yo_NG', locale: allLocales.yo_NG, latin: true },
  { name: 'en_NG', locale: allLocales.en_NG, latin: true },
  { name: 'zu_ZA', locale: allLocales.zu_ZA, latin: true },
];
