/**
 * SQL: whether an account is an admin without a second factor, which `ADMIN_2FA` treats as a player.
 * @param account an alias with the columns `role` and `accountId`
 */
export const factorMissing = (account: string, accountId: string): string => `
    CASE WHEN ${account}.role = 'admin' THEN NOT EXISTS (
      SELECT FROM totps WHERE totps.account_id = ${account}.${accountId} AND confirmed_at IS NOT NULL
      UNION ALL SELECT FROM passkeys WHERE passkeys.account_id = ${account}.${accountId})
    ELSE false END`
