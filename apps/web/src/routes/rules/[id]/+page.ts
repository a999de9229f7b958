import { error } from '@sveltejs/kit'
import { isRuleSetId } from '@tegenzet/rules'
import type { PageLoad } from './$types.js'

export const load: PageLoad = ({ params }) => {
  if (!isRuleSetId(params.id)) error(404)
  return { id: params.id }
}
