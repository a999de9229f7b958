import { isProvisional } from '@tegenzet/ratings'
import { formatSigned } from '$lib/i18n/format-signed.ts'

/** A rating in whole points, with a question mark while it is provisional: "1612?". */
export const formatRating = (rating: { rating: number; deviation: number }): string =>
  `${Math.round(rating.rating)}${isProvisional(rating) ? '?' : ''}`

/** A change in whole points: "+12". */
export const formatChange = (points: number): string => formatSigned(points, 0)
