import type { Notice } from '@tegenzet/contract'

/** Where in the web client a notice that mails tell of is to be seen. */
export const placeOf = ({ game }: Pick<Notice, 'game'>): string =>
  game === null ? '/lobby' : `/games/${game}`
