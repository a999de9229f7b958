import { error } from '@sveltejs/kit'
import { isRuleSetId } from '@tegenzet/rules'
import type { PageLoad } from './$types.js'

export const load: PageLoad = ({ params }) => {
  if (!isRuleSetId(params.rules)) error(404)
  return { rules: params.rules }
}
