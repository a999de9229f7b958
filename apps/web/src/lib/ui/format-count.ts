/** @param max no more are counted, so there may be more than these */
export const formatCount = (count: number, max: number): string => (count < max ? `${count}` : `${max}+`)
