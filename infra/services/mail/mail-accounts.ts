/** The name of mail accounts, and the file of personal ones. */
export const mailAccounts = {
  variable: 'MAIL_USERS_FILE',
  component: 'mail',
  title: 'mail account',
} as const;
