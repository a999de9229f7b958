import type { ClaimRefusal } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import { formatPosition } from '$lib/i18n/format-ply.ts'
import { getLocale, type Locale } from '$lib/i18n/locale.svelte.ts'

const REFUSALS: Record<ClaimRefusal['code'], (params: ClaimRefusal['params'], locale: Locale) => string> = {
  'not-your-turn': (_, locale) => m.draws_refusal_not_your_turn({}, { locale }),
  'played-on': (params, locale) =>
    m.draws_refusal_played_on({ number: formatPosition(Number(params.number), locale) }, { locale }),
  'ground-not-available': (_, locale) => m.draws_refusal_ground_not_available({}, { locale }),
  'nobody-claims': (_, locale) => m.draws_refusal_nobody_claims({}, { locale }),
  'no-declined-offer': (_, locale) => m.draws_refusal_no_declined_offer({}, { locale }),
  'too-early': (params, locale) =>
    m.draws_refusal_too_early({ move: Math.ceil(Number(params.earliest) / 2) }, { locale }),
  'malformed-numbers': (_, locale) => m.draws_refusal_malformed_numbers({}, { locale }),
  'illegal-intended-move': (params, locale) =>
    m.draws_refusal_illegal_intended_move({ move: String(params.move) }, { locale }),
  'hands-not-empty': (_, locale) => m.draws_refusal_hands_not_empty({}, { locale }),
  'not-covered': (params, locale) =>
    m.draws_refusal_not_covered(
      {
        covered: Number(params.covered),
        stones: [params.stones].flat().reduce<number>((sum, n) => sum + Number(n), 0),
      },
      { locale },
    ),
  'already-claimed': (_, locale) => m.draws_refusal_already_claimed({}, { locale }),
  'game-frozen': (_, locale) => m.draws_refusal_game_frozen({}, { locale }),
  'game-over': (_, locale) => m.draws_refusal_game_over({}, { locale }),
}

/** Why a claim or an offer is not allowed, as a sentence. */
export const formatRefusal = ({ code, params }: ClaimRefusal, locale: Locale = getLocale()): string =>
  REFUSALS[code](params, locale)
