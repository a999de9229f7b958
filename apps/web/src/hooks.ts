import type { Reroute } from '@sveltejs/kit'
import { withoutLanguage } from '$lib/i18n/language-of-path.ts'

export const reroute: Reroute = ({ url }) => withoutLanguage(url.pathname)
