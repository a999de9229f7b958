/** The account's pages that guests can use. */
export const GUEST_PAGES: readonly string[] = ['/account', '/account/time', '/account/people']
