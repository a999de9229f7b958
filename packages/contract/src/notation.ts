import type { Move, Position } from '@tegenzet/rules'
import { z } from 'zod'

// Plain strings in requests; in answers the server has checked them, so clients get them as moves and positions.
export const moveText = z.string() as unknown as z.ZodType<Move, string>
export const positionText = z.string() as unknown as z.ZodType<Position, string>
