/** Account settings for mail, as `openAccount` takes them. */
export const mailAccounts = {
  variable: 'MAIL_USERS_FILE',
  component: 'mail',
  title: 'mail account',
} as const;
