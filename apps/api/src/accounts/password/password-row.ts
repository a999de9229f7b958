/** The first password of an account, as better-auth stores it. @param password its hash; null: unusable */
export const passwordRow = <P extends string | null>(accountId: number, password: P, at: Date) => ({
  userId: accountId,
  providerId: 'credential',
  accountId: `${accountId}`,
  password,
  createdAt: at,
  updatedAt: at,
})
