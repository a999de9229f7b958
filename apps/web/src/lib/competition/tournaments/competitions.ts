import { competitionLinks } from '@tegenzet/texts/site-menu'
import { hasPage } from '$lib/site/features.ts'

/** The pages of the kinds of competition that the site has. Reactive. */
export const competitions = () => competitionLinks(hasPage)
