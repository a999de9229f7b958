/** @param max where counting stops; there may be more */
export const formatCount = (count: number, max: number): string => (count < max ? `${count}` : `${max}+`)
