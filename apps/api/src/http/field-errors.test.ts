import { createChallengeBody, fileClaimBody, playMoveBody } from '@tegenzet/contract'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { fieldErrors } from './field-errors.ts'

const errorsOf = (schema: z.ZodType, value: unknown) =>
  Object.fromEntries(
    fieldErrors('body', schema.safeParse(value).error!.issues as never).map(({ path, message }) => [
      path,
      message,
    ]),
  )

it('says which fields are missing', () => {
  expect(errorsOf(playMoveBody, { ply: '0' })).toEqual({
    '/body/move': 'is missing',
    '/body/ply': expect.stringContaining('expected number'),
  })
  expect(errorsOf(createChallengeBody, {})).toEqual({
    '/body/rules': 'is missing',
    '/body/clock': 'is missing',
  })
  expect(errorsOf(playMoveBody, undefined)).toEqual({ '/body': 'is missing' })
})

it('says that the field which selects an alternative is missing', () => {
  expect(errorsOf(fileClaimBody, { positions: [1, 2, 3] })).toEqual({ '/body/ground': 'is missing' })
  expect(errorsOf(fileClaimBody, { ground: 'luck' })).toEqual({
    '/body/ground': expect.not.stringContaining('missing'),
  })
})

it('names what is missing in the alternative that was meant', () => {
  const terms = { move: 'd6', ply: 0, offerDraw: { ground: 'repetition' } }
  expect(errorsOf(playMoveBody, terms)).toEqual({ '/body/offerDraw/positions': 'is missing' })
  expect(errorsOf(playMoveBody, { move: 'd6', ply: 0, offerDraw: 5 })).toEqual({
    '/body/offerDraw': 'Invalid input',
  })
})
