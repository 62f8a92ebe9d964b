/** The chips there are, cheapest first; their colours are in house.css under `.v5` and the like. */
export const CHIP_VALUES = [1, 5, 25, 100, 500, 1000] as const
