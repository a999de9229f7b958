import { PASSWORD_MIN_LENGTH } from '@tegenzet/contract'
import { dictionary } from '@zxcvbn-ts/language-common'

/** In lower case. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter(({ length }) => length >= PASSWORD_MIN_LENGTH),
)
