import { type Api, expectSuccess } from './api.ts'
import { formatScript, scenariosOf } from './scenarios.ts'
import { seededRandom } from './seeded-random.ts'

/** Creates the challenges of all games. Challenger and colours are random, and the scenarios take turns. */
export async function createChallenges(
  programs: readonly { api: Api; name: string }[],
  ruleSets: Iterable<any>,
  { gamesPerRuleSet, seed }: { gamesPerRuleSet: number; seed: number },
): Promise<void> {
  const challenges = [...ruleSets].flatMap((ruleSet, r) => {
    const scenarios = scenariosOf(ruleSet)
    return Array.from({ length: gamesPerRuleSet }, (_, n) => {
      const scenario = scenarios[(r * gamesPerRuleSet + n) % scenarios.length]!
      const random = Math.floor(seededRandom(seed, ruleSet.id, n) * 4)
      return {
        api: programs[random % 2]!.api,
        body: {
          rules: ruleSet.id,
          opponent: programs[1 - (random % 2)]!.name,
          colour: random < 2 ? 'white' : 'black',
          clock: { kind: 'per-move', days: 3 },
          message: formatScript({ seed: `${seed}-${ruleSet.id}-${n}`, scenario }),
        },
      }
    })
  })
  for (const { api, body } of challenges) await expectSuccess(api.call('createChallenge', { body }))
}
