/** Let the demo's people in, and play months in a minute, whatever the site's own settings are. */
export const DEMO_SETTINGS = {
  REGISTRATION: 'open',
  READERS: 'everyone',
  REGISTER_PUZZLE: '0',
  REGISTER_LIMIT: '1000',
  ADMIN_2FA: 'false',
  RATE_LIMIT: '1000000',
  NEW_ACCOUNT_DAYS: '0',
  MAX_ACTIVE_GAMES: '10000',
}
