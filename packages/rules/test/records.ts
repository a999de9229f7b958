import type { Outcome, RuleSetId } from '../src/index.ts'

/** A whole game for every reason for which the rules end a game. */
export const RECORDS: { rules: RuleSetId; outcome: Outcome; moves: string }[] = [
  {
    rules: 'muehle',
    outcome: { winner: 'white', reason: 'few-stones' },
    moves: [
      'g4 d6 e4 g1 a1 e5 d5 d1 c5 d2 f2 c4 f4xe5 g7 e5xc4 d7 e3xd2 d3 f4-f6 d3-d2 e4-f4xd6 d2-b2',
      'f4-e4xd7 d1-d2 e4-f4xg1 g7-g1 d5-d6 g1-d3 f4-e4xd2',
    ].join(' '),
  },
  {
    rules: 'merels',
    outcome: { winner: 'black', reason: 'blocked' },
    moves: [
      'c5 b4 b6 d5 a7 d1 c3 d2 c4xd2 e3 f2 d6 e5 g4 a4 d7xe5 f6 g7 f2-d2 g4-f4 d2-b2 d1-a1 b2-d2 f4-f2',
      'd2-d3 f2-d2 f6-f4 d6-f6 f4-g4 f6-d6xg4',
    ].join(' '),
  },
  {
    rules: 'moulin',
    outcome: { winner: null, reason: 'repetition' },
    moves: [
      'f4 b4 d5 g1 a1 c5 f2 f6 d1 a7 a4 g4 c3 e5 e4 g7xc3 c3 d7xa1 e4-e3 b4-b2 c3-c4 b2-b4 c4-c3 c5-c4',
      'c3-d3 c4-c5 d3-c3',
    ].join(' '),
  },
  {
    rules: 'moulin',
    outcome: { winner: null, reason: 'quiet-moves' },
    moves: [
      'd6 d3 b4 g7 a4 a7 f6 e3 a1 c3xa4 a4 c4 g4 c5xf6 d7 e5 d5xa7 b2 g4-f4 g7-g4 d7-a7xg4 b2-d2 a1-d1',
      'd2-b2 f4-f6 d3-d2 a7-d7xb2 c3-d3 b4-b6xd3 c4-b4 d7-a7 c5-c4 d1-a1xc4 e3-e4 a7-d7xd2 e4-a7 d7-g7',
      'e5-g4 d5-c5 g4-g1 g7-g4 b4-d3 c5-d5 d3-d2 f6-f4 a7-f6 d5-c5 f6-d1 d6-d5 d1-g7 a1-d1 g1-b4 f4-f2',
      'b4-d7 c5-c4 g7-f4 d5-c5 d7-e4 b6-d6 d2-d7 a4-a7 f4-d5 a7-a4 d5-b2 d6-d5 e4-g1 a4-a7 d7-d3 d1-a1',
      'b2-f4 a1-a4 g1-c3 a7-d7 f4-a1 g4-g1 d3-d1 d7-d6 d1-d7 d6-b6 d7-d1 a4-b4 d1-d2 g1-d1 c3-b2 d5-d6',
      'd2-d3 f2-d2 a1-e3 d6-d7 e3-c3 d7-d6 c3-e3 c5-d5 b2-d7 b4-a4 d3-g7 d1-g1 d7-f2 d6-d7 g7-c5 d5-d6',
      'f2-f4 d2-d3 c5-d1 d7-g7 f4-g4 c4-c5 g4-f2 c5-c4 d1-f6 c4-c3 e3-d7 a4-b4 d7-b2 b4-c4 f2-d5 g1-d1',
      'd5-a7 d1-d2 a7-a1 d2-f2 b2-g4 d3-e3 a1-b2 d6-d7 g4-g1 b6-b4 b2-d5 c4-c5 f6-d2 b4-b2 g1-a7 e3-e4',
      'a7-e5 c3-d3',
    ].join(' '),
  },
  {
    rules: 'halma',
    outcome: { winner: null, reason: 'camps-not-cleared' },
    moves: [
      'i1-g3 b10-d8 j2-h4 a9-c7 j3-h5 b9-d7 g1-e1 a8-e8 i3-g5 d7-c6 h2-f4 b7-d5 e1-i1 a10-b9 f4-e5',
      'b8-d4 i2-g4 c6-e4 e5-d6 b9-f9 g2-f3 d10-f8 g3-g9 a6-b5 i4-g6 c7-e3 h5-f7 f8-f2 h4-h10 e10-g8',
      'h3-f5 a7-b6 g5-f6 e4-g2 g6-a6 c9-g7 i1-c7 g2-a4 c7-c9 a4-g6 f6-f8 e3-i1 g4-e6 d4-e3 c9-b10 d5-e4',
      'f7-b9 e3-g3 f5-d7 b6-c5 f1-e2 d9-f5 d6-b6 b5-h7 f3-d5 f9-h5 g9-a7 f5-h3 d5-c6 g6-i4 j4-d4 g7-g1',
      'h1-d1 c5-e5 j1-b7 e4-f3 d4-d6 h5-j3 a7-a9 f3-h1 f8-e9 f2-j4 c6-a8 g3-i3 e9-d10 c10-e10 d6-c7',
      'g8-i6 d7-d9 d8-f8 b7-a7 e5-f4 b6-b8 e10-f9 d9-c10 f9-f7 c7-c9 f8-f6 c10-a10 f4-g3 d1-d2 f6-g5',
      'e2-c2 e8-g2 e6-d7 h3-i2 d2-c3 g5-h4 c2-b3 j4-j2',
    ].join(' '),
  },
  {
    rules: 'halma',
    outcome: { winner: 'black', reason: 'camp-not-cleared' },
    moves: [
      'h1-f3 b10-d8 f3-e2 c10-e8 j2-h4 a9-c7 i3-g5 b9-d7 h4-f6 a8-c6 j3-f5 d9-f7 j1-h5 c8-g6 i2-g4',
      'b7-d5 g4-c4 a6-e6 j4-f4 b8-d6 g1-e7 c6-i2 i1-i5 e10-i6 h2-h4 e6-g4 e7-e9 c7-c3 f4-j4 d6-h2',
      'c4-c10 d5-e4 j4-b2 c3-d2 i5-a1 d10-f8 j5-h7 c9-g3 b2-a3 f8-g7 h3-d5 d8-j6 f6-d8 a10-b9 e9-d10',
      'e8-g8 h4-f6 g7-i3 f5-e6 f7-j7 g5-e7 d7-f3 f1-d3 f3-f1 e7-a9 a7-b6 d5-d7 b6-c5 d3-b5 j7-j1 d7-c8',
      'b9-b7 h7-f9 d2-j4 h5-b9 b7-c6 f9-d9 i2-h1 a3-a4 i6-j5 e2-d3 g8-h7 d8-b8 g4-h3 d3-f7 g3-g1 f6-f8',
      'g6-i6 d10-b10 c5-i5 c10-a10 g1-i1 d9-c10 e4-f3 g2-e2 f1-g1 f7-e8 f3-g2 e2-d3 c6-d5 a1-a2 i5-c5',
      'e8-d9 c5-c4 b5-a6 j5-j3 f8-e9 c4-e2 c8-c9 h3-i2',
    ].join(' '),
  },
  {
    rules: 'halma',
    outcome: { winner: 'white', reason: 'camp-re-entered' },
    moves: [
      'i1-g3 a9-c7 j3-h5 c10-e8 j2-h6 b8-d6 i2-i6 b10-f8 i3-g7 b9-d5 h5-b9 d9-h5 g7-e9 a8-e6 g1-i5',
      'b7-f9 f1-e2 c7-g9 j5-h7 d10-h8 i4-g6 c9-e5 i6-g10 e10-i6 h3-d3 d6-h4 h2-d2 e6-f5 i5-g7 e5-i7',
      'h7-b7 f9-j5 g3-e5 i7-g1 e2-e6 g9-i3 d2-c3 a6-c6 e5-e7 c6-c4 h1-f3 i6-i2 j4-b4 c4-i6 h6-f10 f8-d2',
      'f10-b10 c8-c4 g2-c2 d5-d1 c3-g9 a10-a6 d3-h9 a7-a5 g6-i10 h5-h1 g7-f8 a5-i5 e9-d10 i3-i1 j1-h5',
      'h4-j6 b7-a8 j6-j4 g9-f10 a6-b6 g10-c10 d2-e1 e7-e9 e1-a7 b4-a5 e8-f7 c10-a10 c4-d3 e6-c10 h1-j1',
      'c2-e10 b6-c6 f3-e4 j5-j3 i10-e8 i6-j5 e4-e6 h8-i7 f8-d8 f7-g6 h5-d9 i7-j6 d8-c9 a7-b7 a8-a9',
      'b7-h5 a5-b6 c6-c5 h9-g9 h5-i4 b6-a6 c5-d4 g9-g10 i5-i3 a6-a7 i3-j2 c9-b8 f5-h7 a7-a8 d4-e4 d9-c9',
      'd3-e2 c9-a7 h7-h5 b8-c9 h5-h6 e9-d9 h6-i5 d9-d5 e4-e3 e6-e7 j5-d9',
    ].join(' '),
  },
  {
    rules: 'halma',
    outcome: { winner: 'black', reason: 'camp-filled' },
    moves: [
      'i1-g3 c8-d8 i2-g4 a8-c6 j2-h4 a9-e9 j3-f3 c9-c5 h3-f5 c10-a8 i3-g5 d10-f8 g2-g6 d9-h5 h4-f6',
      'b8-d4 g5-a9 b10-b4 g4-a4 a7-e5 f6-b8 b4-h4 f5-f9 a6-c8 h2-b4 b7-b3 g3-g5 b3-c2 g5-f6 e9-g5 b4-a5',
      'b9-h7 f3-e4 c6-d5 i4-g8 d4-e3 g6-e6 a8-b7 e4-c4 b7-d7 g1-f2 c8-g2 f9-e8 a10-a8 f2-b4 d8-h2 h1-b3',
      'g5-i3 f1-e2 f8-h6 j5-b1 c5-a3 j1-i2 c2-d1 i2-i6 e5-i1 e2-c6 h7-f1 f6-b6 d5-h3 b3-b5 h4-j2 a5-a7',
      'a3-b2 a4-a3 d7-f5 b1-b3 f5-j1 b3-b9 b2-c1 c4-a4 g2-h1 i6-g6 c1-g1 a3-a5 h3-j3 j4-i5 e10-f9 i5-e9',
      'a8-c10 c6-a6 f9-h9 b8-b10 h9-h7 a6-a10 d1-e1 e9-d10 h6-i5 a5-a6 h5-j5 a6-a8 e3-f2 g8-f9 c10-g8',
      'b4-b3 g8-i2 b5-a5 e1-g3 e6-d7 h7-h6 d10-c10 h6-j6 f9-e10 j5-j4 b3-b4 f2-g2 d7-c7 j6-j5 a5-a6',
      'i5-i4 b4-a5 g2-h3 c7-b7 h3-g2 e8-e9 g2-h3 e9-d9 g3-g2',
    ].join(' '),
  },
]
