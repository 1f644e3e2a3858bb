/** What mail accounts are called, and where those of people stand. */
export const mailAccounts = {
  variable: 'MAIL_USERS_FILE',
  component: 'mail',
  title: 'mail account',
} as const;
