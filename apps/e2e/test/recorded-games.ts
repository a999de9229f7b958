/** Recorded games. */
export const RECORDED_GAMES = {
  /** Both close mills. Black declines one capture, later flies with three stones, and loses by having too few. */
  molenspel:
    'c5 f2 d5 d1 e5xf2 a7 b2 f4 c3 a1 c4xf4 e4 f6 f4 b4 g4 b6xa1 f2 d5-d6xa7 e4-e3 d6-d5xe3 f2-d2 d5-d6xf4 d1-e3 d6-d5xe3',
  /** Black's fifteen stones fill White's camp with the sixtieth ply. */
  halma:
    'j3-h5 b9-d7 j2-h6 a9-e7 i2-g6 b10-f6 i3-e5 b8-f4 i1-g7 c10-i2 h6-b10 a10-g4 h2-b8 d10-j2 j4-d10 e7-i1 g1-a9 c9-i3 h1-f7 a7-g1 j1-d5 a8-e4 g6-a10 c8-g6 g7-a7 f6-j4 f1-d3 e10-e2 j5-f5 a6-g8 e5-c7 f4-h2 f5-f9 b7-c6 d5-b9 d7-j1 h3-b7 d9-e8 h5-d5 g8-h7 g2-f3 c6-i6 i4-h5 h7-h1 f7-d9 g6-i4 h5-h7 e4-g2 f3-f5 e8-e4 f5-e6 e4-f3 d3-d7 f3-j3 e6-c10 i6-j5 h7-g8 g4-h3 g8-a8 e2-f1',
  /** White closes the diagonal mill a7-b6-c5 and captures d1. */
  'merels-diagonal': 'a7 d1 b6 d2 c5xd1',
} as const
